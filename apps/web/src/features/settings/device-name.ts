const machines = [
  ['iphone', /iPhone|iPod/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Macintosh/],
] as const
const programs = [
  ['app', /FyhApp\//],
  ['miniProgram', /miniProgram/i],
  ['messenger', /MicroMessenger/i],
] as const

export type DeviceName = {
  readonly machine: (typeof machines)[number][0] | 'other'
  readonly program: (typeof programs)[number][0] | 'browser'
}

/** What a person would call the device that names itself so: which machine, and through which program the product was opened. */
export function deviceName(userAgent: string): DeviceName {
  return {
    machine: machines.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other',
    program: programs.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'browser',
  }
}
