import { z } from 'zod'
import { isMagic } from '../magic.ts'
import { laterBy } from '../store.ts'
import { randomDigits } from './digits.ts'
import { type Act, held, key, method, type Outcome, ok, type Party, refused, short } from './party.ts'
import { deliver } from './sms.ts'

const codeDigits = 4
const codeLastsMs = 5 * 60_000
const triesMax = 5

const start = z.object({ key, cardNumber: z.string().regex(/^\d{16,19}$/), mobile: short, name: short, idNumber: short })
const confirm = z.object({ key, ticket: short, code: z.string().regex(/^\d{1,8}$/) })

export const bank: Party = {
  startBind: method(start, { remembers: true, refusal: 'notMatched' }, async (act, request) => {
    if (isMagic('bindRefused', request.cardNumber)) return refused('notMatched')
    const outcome = await sendCode(act, request)
    return isMagic('bindHeld', request.cardNumber) ? held(outcome) : outcome
  }),
  confirmBind: method(confirm, { remembers: true, refusal: 'expired' }, prove),
}

async function sendCode(act: Act, request: z.infer<typeof start>): Promise<Outcome> {
  const ticket = `T${act.deps.ids()}`
  const code = randomDigits(codeDigits)
  const cardTail = request.cardNumber.slice(-4)
  await act.tx.query('insert into binding (ticket, card_tail, mobile, code, tries_left, expires_at) values ($1, $2, $3, $4, $5, $6)', [
    ticket,
    cardTail,
    request.mobile,
    code,
    triesMax,
    laterBy(act.now, codeLastsMs),
  ])
  await deliver(act, {
    mobile: request.mobile,
    template: 'bankBind',
    text: `【沙箱银行】验证码 ${code}，您正在绑定尾号 ${cardTail} 的借记卡，5 分钟内有效。`,
  })
  return ok({ ticket, smsCodeDigits: codeDigits })
}

type Binding = { code: string; tries_left: number; expires_at: Date; agreement_no: string | null }

async function prove({ tx, deps, now }: Act, { ticket, code }: z.infer<typeof confirm>): Promise<Outcome> {
  const { rows } = await tx.query<Binding>('select code, tries_left, expires_at, agreement_no from binding where ticket = $1 for update', [
    ticket,
  ])
  const binding = rows[0]
  if (binding === undefined || binding.agreement_no !== null || binding.tries_left === 0 || binding.expires_at < now)
    return refused('expired')
  if (binding.code !== code) {
    await tx.query('update binding set tries_left = tries_left - 1 where ticket = $1', [ticket])
    return refused('wrongCode')
  }
  const channelAgreementNo = `A${deps.ids()}`
  await tx.query('update binding set agreement_no = $2 where ticket = $1', [ticket, channelAgreementNo])
  return ok({ channelAgreementNo })
}

/** The last four digits of the card behind an agreement number. */
export async function cardTailOf({ tx }: Act, channelAgreementNo: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ card_tail: string }>('select card_tail from binding where agreement_no = $1', [channelAgreementNo])
  return rows[0]?.card_tail
}
