import { standInPorts } from '@fyh/base/stand-ins.ts'
import type { VendorSecrets } from '@fyh/serve/vendor-secrets.ts'
import { sandboxBank } from './bank/sandbox.ts'
import { sandboxFace } from './face/sandbox.ts'
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
  lender: { sandbox: sandboxLender },
} as const satisfies { [Port in SignedPortName]: Readonly<Record<string, (call: VendorCall) => Providers[Port]>> }

export const portNames = standInPorts satisfies readonly SignedPortName[]

/** The name of the adapter each port uses, as PROVIDER_SMS and its like give it. */
export type ProviderChoice = Readonly<Record<SignedPortName, string>>

type Settings = {
  readonly choice: ProviderChoice
  readonly sandbox: Omit<VendorSettings, 'secret'> & { readonly secrets: VendorSecrets }
  readonly messenger: MessengerSettings
}

/** An unknown name throws here, at the start, and not at the first call. */
export function makeProviders({ choice, sandbox, messenger }: Settings): Providers {
  const call = (port: SignedPortName) => vendorCall({ ...sandbox, secret: sandbox.secrets(port)[0] })
  return {
    sms: chosen('sms', adapters.sms, choice)(call('sms')),
    ocr: chosen('ocr', adapters.ocr, choice)(call('ocr')),
    face: chosen('face', adapters.face, choice)(call('face')),
    bank: chosen('bank', adapters.bank, choice)(call('bank')),
    payment: chosen('payment', adapters.payment, choice)(call('payment')),
    lender: chosen('lender', adapters.lender, choice)(call('lender')),
    messenger: messengerWebApi(messenger),
  }
}

function chosen<Adapter>(port: SignedPortName, known: Readonly<Record<string, Adapter>>, choice: ProviderChoice): Adapter {
  const name = choice[port]
  const adapter = Object.hasOwn(known, name) ? known[name] : undefined
  if (adapter === undefined)
    throw new Error(`PROVIDER_${port.toUpperCase()}=${name} names no adapter of ${port}; there is: ${Object.keys(known).join(', ')}`)
  return adapter
}
