import { z } from 'zod'
import { type LabHost, labHosts } from './lab-hosts.ts'

/** How a simulated host behaves; what simulator.js reads. */
export type Manner = {
  readonly silent: boolean
  readonly market: boolean
  readonly login: { readonly token: string; readonly user: object | null }
}

/** One thing said between page and host, as the simulators report it. */
export const callShape = z.object({
  host: z.string().max(20),
  way: z.enum(['asked', 'told']),
  name: z.string().max(60),
  data: z.unknown(),
  outcome: z.enum(['ok', 'refused', 'silent']),
})
export type LabCall = z.infer<typeof callShape> & { readonly seq: number }

const callsMax = 200
const noLogin = { token: '', user: null }

export type LabState = ReturnType<typeof labState>

/** What the lab remembers while the sandbox runs; nothing of it is worth keeping. */
export function labState() {
  const manners = new Map<LabHost, Manner>()
  let calls: LabCall[] = []
  let seq = 0
  const mannerOf = (host: LabHost): Manner => manners.get(host) ?? { silent: false, market: false, login: noLogin }
  return {
    mannerOf,
    behave: (host: LabHost, manner: Partial<Manner>) => void manners.set(host, { ...mannerOf(host), ...manner }),
    note: (call: z.infer<typeof callShape>) => {
      seq += 1
      calls = [...calls, { ...call, seq }].slice(-callsMax)
    },
    callsAfter: (after: number) => calls.filter((call) => call.seq > after),
    /** What stands in front of simulator.js. */
    settingsOf: (host: LabHost, shells: readonly string[]) => {
      const { silent, market, login } = mannerOf(host)
      const { kind, userAgent } = labHosts[host]
      return { kind, userAgent, silent, market, ...login, report: '/host-lab/calls', shells }
    },
  }
}
