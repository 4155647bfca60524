import type { Answer, Keyed } from '../answer.ts'

export type SmsPort = {
  /** Hands a text message to the carrier. `template` names the approved wording, `text` is that wording filled in. */
  send(request: SendSms): Promise<Answer>
}
export type SendSms = Keyed & { readonly mobile: string; readonly text: string; readonly template: string }
