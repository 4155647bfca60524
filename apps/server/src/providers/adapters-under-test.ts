import type { PortName, Providers } from './providers.ts'
import { openSandboxProcess } from './sandbox-process.ts'
import { scriptedBankCode, scriptedCard, scriptedProviders, scriptedSolution } from './scripted.ts'
import { scriptedApps } from './scripted-messenger.ts'

/** The lender that the suite orders failures of. */
export const lenderUnderTest = 2

/** An adapter set with what a suite needs to know of the world behind it. */
export type UnderTest = {
  readonly providers: Providers
  /** How many text messages a phone got. */
  readonly delivered: (mobile: string) => Promise<number>
  /** The bank's code that a phone got last. */
  readonly bankCode: (mobile: string) => Promise<string>
  /** What solves a challenge. */
  readonly solution: (challengeId: string) => Promise<{ readonly x: number; readonly text: string }>
  /** A code as the authorisation page gives it, and the app it is for. */
  readonly messengerCode: (app: 'account' | 'mini', person: string) => Promise<{ appId: string; code: string }>
  readonly card: (side: 'front' | 'back') => Promise<{ image: Buffer; name: string | null; issuer: string | null }>
  /** How the coming call of a port ends: refused, or carried out with its answer lost. */
  readonly order: (port: PortName, failure: 'refuse' | 'loseAnswer') => Promise<void>
  /** The call-backs of a key so far, their signature checked where there is one. */
  readonly notices: (key: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly noticeUrl: string
  readonly close: () => Promise<void>
}

/** Every adapter there is; a vendor's, run against its test system, is one more line. Each suite runs against all of them. */
export const adaptersUnderTest: readonly (readonly [name: string, open: () => Promise<UnderTest>])[] = [
  ['scripted', openScripted],
  ['sandbox', openSandboxProcess],
]

async function openScripted(): Promise<UnderTest> {
  const scripted = scriptedProviders()
  const received: Readonly<Record<string, unknown>>[] = []
  const keys = new Set<string>()
  return {
    providers: scripted,
    delivered: async (mobile) => {
      for (const { key, ...message } of scripted.sms.send.calls) if (message.mobile === mobile) keys.add(key)
      return keys.size
    },
    bankCode: async () => scriptedBankCode,
    solution: async () => ({ x: scriptedSolution.x, text: '12' }),
    messengerCode: async (app, person) => ({ appId: scriptedApps[app], code: scripted.messenger.codeOf(scriptedApps[app], person) }),
    card: async (side) => ({ image: Buffer.from(side), ...scriptedCard[side] }),
    order: async (port, failure) => mainCall(scripted, port)[failure](),
    notices: async (key) => {
      received.push(...scripted.takeNotices().map(({ body }) => body))
      return received.filter((body) => body.key === key)
    },
    noticeUrl: 'http://127.0.0.1:1/notice',
    close: async () => undefined,
  }
}

type Failing = { readonly refuse: () => void; readonly loseAnswer: () => void }

function mainCall(
  { sms, ocr, face, bank, payment, benefit, lender, messenger, check }: ReturnType<typeof scriptedProviders>,
  port: PortName,
): Failing {
  const because = <Reason extends string>(reason: Reason) => ({ answer: 'refused', reason }) as const
  const table: Readonly<Record<PortName, Failing>> = {
    sms: { refuse: () => sms.send.next(because('no')), loseAnswer: sms.send.loseAnswer },
    ocr: { refuse: () => ocr.readIdCard.next(because('unreadable')), loseAnswer: ocr.readIdCard.loseAnswer },
    face: { refuse: () => face.compare.next(because('notMatched')), loseAnswer: face.compare.loseAnswer },
    bank: { refuse: () => bank.startBind.next(because('notMatched')), loseAnswer: bank.startBind.loseAnswer },
    payment: { refuse: () => payment.debit.next(because('no')), loseAnswer: payment.debit.loseAnswer },
    benefit: { refuse: () => benefit.order.next(because('no')), loseAnswer: benefit.order.loseAnswer },
    check: { refuse: () => check.verify.next(because('wrong')), loseAnswer: check.verify.loseAnswer },
    messenger: { refuse: () => messenger.exchange.next(because('busy')), loseAnswer: messenger.exchange.loseAnswer },
    lender: { refuse: () => lender(lenderUnderTest).payOut.next(because('no')), loseAnswer: lender(lenderUnderTest).payOut.loseAnswer },
  }
  return table[port]
}
