import { parseCardNumber, parseMobile } from '@fyh/base/chinese-data.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { type CodeKey, endWait } from '#platform/codes/codes.sql.ts'
import { beginForeignTry, codeLifeSeconds, failForeignTry, putInForce, sendsDailyMax, takeTurn } from '#platform/codes/codes.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import type { StartBindAnswer } from '#providers/bank/port.ts'
import { identityOf } from '../apply/apply.ts'
import { sendMessage } from '../message/message.ts'
import { bankNameOf, issuerOf } from './bins.ts'
import { addBinding, addCard, type BindingRow, type CardRow, closeBinding, isBound, lockBinding, renewCard } from './card.sql.ts'

export const codeWaitSeconds = 60

export type NewBinding = { readonly userId: number; readonly cardNumber: string; readonly mobile: string }

/** Has the bank check the card and send its code. What is wrong with the card is told before the bank is asked. */
export async function startBinding(deps: Deps, given: NewBinding): Promise<{ bindId: number; smsCodeDigits: number; mobile: string }> {
  const { userId } = given
  const identity = await identityOf(deps.db, deps, userId)
  // Until a face has proved it, the name could still be changed, and the card would be another person's.
  if (!identity?.hasPassedFace) fail('IDENTITY_REQUIRED')
  const cardNumber = parseCardNumber(given.cardNumber) ?? fail('CARD_NUMBER_INVALID')
  const issuer = issuerOf(cardNumber) ?? fail('BANK_NOT_SUPPORTED')
  if (issuer.kind === 'credit') fail('CARD_CREDIT_NOT_SUPPORTED')
  const mobile = parseMobile(given.mobile) ?? fail('MOBILE_INVALID')
  const numberIndexes = deps.seal.blindIndexes('cardNumber', cardNumber)
  if (await isBound(deps.db, userId, numberIndexes)) fail('CARD_ALREADY_BOUND')

  const wait = waitKey(deps, { userId, mobile })
  // One code a minute for a phone, ten a day for a borrower.
  const limits = [{ kind: 'bindCard', subject: idBytes(userId), most: sendsDailyMax }] as const
  await transaction(deps.db, (tx) => takeTurn(tx, deps, { wait, waitSeconds: codeWaitSeconds, limits }))
  const bindingId = deps.ids()
  const request = { key: `bind-${bindingId}`, cardNumber, mobile, name: identity.name, idNumber: identity.idNumber }
  const started = await deps.providers.bank.startBind(request)
  // Nothing was sent, or the outcome is unknown: the borrower may correct the card and try again at once.
  if (started.answer !== 'ok') await endWait(deps.db, wait)
  const { ticket, smsCodeDigits } = acceptedStart(started)
  const row = {
    user_id: userId,
    binding_id: bindingId,
    bank_code: issuer.bankCode,
    tail: cardNumber.slice(-4),
    number_sealed: deps.seal.text(cardNumber, { table: 'card_binding', column: 'number', row: bindingId }),
    number_index: numberIndexes[0],
    ticket,
    expires_at: new Date(deps.clock.machineNow().getTime() + codeLifeSeconds * 1_000),
  }
  await transaction(deps.db, async (tx) => {
    await addBinding(tx, row)
    await putInForce(tx, deps, codeKey(bindingId), {})
  })
  return { bindId: bindingId, smsCodeDigits, mobile }
}

/** The bank's codes to one phone wait for one another; another borrower with the same phone does not. */
const waitKey = ({ seal }: Pick<Deps, 'seal'>, { userId, mobile }: { userId: number; mobile: string }): CodeKey => ({
  subject: Buffer.concat([idBytes(userId), seal.blindIndex('mobile', mobile)]),
  purpose: 'bindCard',
})

const codeKey = (bindingId: number): CodeKey => ({ subject: idBytes(bindingId), purpose: 'bindCard' })

function idBytes(id: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(id))
  return bytes
}

function acceptedStart(started: StartBindAnswer): Extract<StartBindAnswer, { answer: 'ok' }> {
  if (started.answer === 'ok') return started
  if (started.answer === 'unknown') fail('VENDOR_UNAVAILABLE')
  return fail(started.reason === 'notSupported' ? 'BANK_NOT_SUPPORTED' : 'CARD_REFUSED')
}

/** Has the bank prove its code. */
export async function proveBinding(deps: Deps, { binding_id: bindingId, ticket }: BindingRow, code: string): Promise<string> {
  const key = codeKey(bindingId)
  // The same code again is the same call, so that a lost answer is found and two taps at once are one proof. The code itself stays out of the key.
  const mark = deps.seal.blindIndex('bankCode', `${bindingId}|${code}`).toString('hex').slice(0, 24)
  await beginForeignTry(deps, key, mark)
  const proved = await deps.providers.bank.confirmBind({ key: `confirm-${bindingId}-${mark}`, ticket, code })
  if (proved.answer === 'ok') return proved.channelAgreementNo
  if (proved.answer === 'unknown') fail('VENDOR_UNAVAILABLE')
  if (proved.reason === 'expired') fail('SMS_CODE_EXPIRED')
  return failForeignTry(deps, key)
}

/** Turns a proved binding into a card, once, or gives the card it is of its new agreement, and tells the borrower. */
export async function bindCard(tx: Tx, deps: Deps, proved: BindingRow, channelAgreementNo: string): Promise<number> {
  const { user_id: userId, binding_id: bindingId } = proved
  const binding = await lockBinding(tx, userId, bindingId)
  if (binding.card_id !== null) return binding.card_id
  const cardNumber = deps.seal.openText(binding.number_sealed, { table: 'card_binding', column: 'number', row: bindingId })
  const numberIndexes = deps.seal.blindIndexes('cardNumber', cardNumber)
  const renewed = await renewCard(tx, { userId, numberIndexes, channelAgreementNo })
  if (renewed === undefined && (await isBound(tx, userId, numberIndexes))) fail('CARD_ALREADY_BOUND')
  const card = renewed ?? (await addNewCard(tx, deps, { binding, cardNumber, channelAgreementNo }))
  await closeBinding(tx, userId, bindingId, card.card_id)
  const params = { cardTail: card.tail, bankName: bankNameOf(card.bank_code) }
  await sendMessage(tx, deps, { userId, kind: 'cardBound', params, once: `card-${bindingId}` })
  return card.card_id
}

async function addNewCard(
  tx: Tx,
  deps: Deps,
  { binding, cardNumber, channelAgreementNo }: { binding: BindingRow; cardNumber: string; channelAgreementNo: string },
): Promise<CardRow> {
  const cardId = deps.ids()
  const card = await addCard(tx, {
    user_id: binding.user_id,
    card_id: cardId,
    bank_code: binding.bank_code,
    tail: binding.tail,
    number_sealed: deps.seal.text(cardNumber, { table: 'bank_card', column: 'number', row: cardId }),
    number_index: deps.seal.blindIndex('cardNumber', cardNumber),
    channel_agreement_no: channelAgreementNo,
    bound_at: deps.clock.machineNow(),
  })
  return card ?? fail('CARD_ALREADY_BOUND')
}
