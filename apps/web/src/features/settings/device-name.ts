const machines = [
  ['iphone', /iPhone|iPod/],
  ['ipad', /iPad/],
  ['harmony', /HarmonyOS|OpenHarmony/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Macintosh/],
  ['chromebook', /\bCrOS\b/],
  // Phones name Linux as well, and were looked for above.
  ['linux', /Linux/],
] as const
const programs = [
  ['app', /FyhApp\//],
  ['miniProgram', /miniProgram/i],
  ['messenger', /MicroMessenger/i],
] as const

export type DeviceName = {
  readonly machine: (typeof machines)[number][0] | 'unknown'
  readonly program: (typeof programs)[number][0] | 'browser'
}

/** What a person would call the device that names itself so: which machine, and through which program the product was opened. */
export function deviceName(userAgent: string): DeviceName {
  return {
    machine: machines.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'unknown',
    program: programs.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'browser',
  }
}
