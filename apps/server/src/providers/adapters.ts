import { lenderParty } from '@fyh/base/lender-party.ts'
import type { VendorSecrets } from '@fyh/base/vendor-parties.ts'
import { sandboxBank } from './bank/sandbox.ts'
import { sandboxBenefit } from './benefit/sandbox.ts'
import { sandboxCheck } from './check/sandbox.ts'
import { sandboxFace } from './face/sandbox.ts'
import type { LenderPort } from './lender/port.ts'
import { sandboxLender } from './lender/sandbox.ts'
import { type MessengerSettings, messengerWebApi } from './messenger/web-api.ts'
import { sandboxOcr } from './ocr/sandbox.ts'
import { sandboxPayment } from './payment/sandbox.ts'
import type { Providers, SignedPortName } from './providers.ts'
import { sandboxSms } from './sms/sandbox.ts'
import { type VendorCall, type VendorSettings, vendorCall } from './vendor-call.ts'

/** Every adapter by port and by the name the configuration calls it. A vendor is one more entry here and one more file beside sandbox.ts. */
const adapters = {
  sms: { sandbox: sandboxSms },
  ocr: { sandbox: sandboxOcr },
  face: { sandbox: sandboxFace },
  bank: { sandbox: sandboxBank },
  payment: { sandbox: sandboxPayment },
  benefit: { sandbox: sandboxBenefit },
  check: { sandbox: sandboxCheck },
} as const satisfies { [Port in SignedPortName]: Readonly<Record<string, (call: VendorCall) => Providers[Port]>> }

/** The adapters of lenders. Each speaks for the lender whose number it is handed. */
const lenderAdapters: Readonly<Record<string, (call: VendorCall, lenderId: number) => LenderPort>> = { sandbox: sandboxLender }

/** The name of the adapter each port uses, as PROVIDER_SMS and its like give it. */
export type ProviderChoice = Readonly<Record<SignedPortName, string>>

/** How the configuration has a lender spoken to: which setting names which adapter, and where it listens if not at the sandbox. */
export type LenderChoice = {
  readonly adapterOf: (lenderId: number) => { readonly name: string; readonly setting: string }
  readonly addressOf: (lenderId: number) => string | undefined
}

type Settings = {
  readonly choice: ProviderChoice
  readonly lenders: LenderChoice
  readonly sandbox: Omit<VendorSettings, 'secret'> & { readonly secrets: VendorSecrets }
  readonly messenger: MessengerSettings
}

/** An unknown name throws here, at the start, and not at the first call; that of a lender when its port is first asked for. */
export function makeProviders({ choice, lenders, sandbox, messenger }: Settings): Providers {
  const call = (port: SignedPortName) => vendorCall({ ...sandbox, secret: sandbox.secrets(port)[0] })
  return {
    sms: chosen('sms', adapters.sms, choice)(call('sms')),
    ocr: chosen('ocr', adapters.ocr, choice)(call('ocr')),
    face: chosen('face', adapters.face, choice)(call('face')),
    bank: chosen('bank', adapters.bank, choice)(call('bank')),
    payment: chosen('payment', adapters.payment, choice)(call('payment')),
    benefit: chosen('benefit', adapters.benefit, choice)(call('benefit')),
    check: chosen('check', adapters.check, choice)(call('check')),
    lender: lenderPorts({ lenders, sandbox }),
    messenger: messengerWebApi(messenger),
  }
}

function lenderPorts({ lenders, sandbox }: Pick<Settings, 'lenders' | 'sandbox'>): (lenderId: number) => LenderPort {
  const ports = new Map<number, LenderPort>()
  return (lenderId) => {
    const port = ports.get(lenderId) ?? lenderPort({ lenders, sandbox }, lenderId)
    ports.set(lenderId, port)
    return port
  }
}

function lenderPort({ lenders, sandbox }: Pick<Settings, 'lenders' | 'sandbox'>, lenderId: number): LenderPort {
  const { name, setting } = lenders.adapterOf(lenderId)
  const baseUrl = lenders.addressOf(lenderId) ?? sandbox.baseUrl
  const call = vendorCall({ ...sandbox, baseUrl, secret: sandbox.secrets(lenderParty(lenderId))[0] })
  return adapterNamed({ name, setting, of: `lender ${lenderId}` }, lenderAdapters)(call, lenderId)
}

const chosen = <Adapter>(port: SignedPortName, known: Readonly<Record<string, Adapter>>, choice: ProviderChoice): Adapter =>
  adapterNamed({ name: choice[port], setting: `PROVIDER_${port.toUpperCase()}`, of: port }, known)

function adapterNamed<Adapter>(
  { name, setting, of }: { readonly name: string; readonly setting: string; readonly of: string },
  known: Readonly<Record<string, Adapter>>,
): Adapter {
  const adapter = Object.hasOwn(known, name) ? known[name] : undefined
  if (adapter === undefined) throw new Error(`${setting}=${name} names no adapter of ${of}; there is: ${Object.keys(known).join(', ')}`)
  return adapter
}
