import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { agreedTexts, authCode, cardSummary, fenAmount, id, nothing, typedNumber } from './shapes.ts'

const bank = z.object({ bankCode: z.string(), bankName: z.string(), singleMaxFen: fenAmount, dayMaxFen: fenAmount })

export const card = {
  list: endpoint({
    method: 'GET',
    path: '/fyh/app/card/list',
    auth: 'user',
    summary: 'Bound debit cards, the default first',
    data: z.object({ holder: z.string().nullable(), cards: z.array(cardSummary) }),
    errors: [],
    example: { data: { holder: '测*', cards: [{ cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true }] } },
  }),
  banks: endpoint({
    method: 'GET',
    path: '/fyh/app/card/banks',
    auth: 'guest',
    summary: 'Supported banks with their limits',
    data: z.object({ banks: z.array(bank) }),
    errors: [],
    example: { data: { banks: [{ bankCode: 'ICBC', bankName: '工商银行', singleMaxFen: 5000000, dayMaxFen: 20000000 }] } },
  }),
  lookUp: endpoint({
    method: 'POST',
    path: '/fyh/app/card/lookUp',
    auth: 'user',
    summary: 'The bank of a card number by its BIN; luhnHolds is a hint, never a block',
    body: z.object({ cardNumber: typedNumber }),
    data: z.object({
      bankCode: z.string().nullable(),
      bankName: z.string().nullable(),
      kind: z.enum(['debit', 'credit', 'unknown']),
      luhnHolds: z.boolean(),
    }),
    errors: ['CARD_NUMBER_INVALID'],
    example: { body: { cardNumber: '6222020000000009' }, data: { bankCode: 'ICBC', bankName: '工商银行', kind: 'debit', luhnHolds: true } },
  }),
  startBind: endpoint({
    method: 'POST',
    path: '/fyh/app/card/bind/send',
    auth: 'user',
    summary: 'Asks the bank to send its code to the phone reserved with it; the holder is the verified name',
    body: z.object({ cardNumber: typedNumber, mobile: typedNumber }),
    data: z.object({ bindId: id, smsCodeDigits: z.int(), waitSeconds: z.int(), mobileMask: z.string() }),
    errors: [
      'IDENTITY_REQUIRED',
      'CARD_NUMBER_INVALID',
      'CARD_CREDIT_NOT_SUPPORTED',
      'BANK_NOT_SUPPORTED',
      'CARD_ALREADY_BOUND',
      'MOBILE_INVALID',
      'CARD_REFUSED',
      'SMS_TOO_SOON',
      'SMS_DAILY_LIMIT',
      'VENDOR_UNAVAILABLE',
    ],
    example: {
      body: { cardNumber: '6222020000000009', mobile: '13800000000' },
      data: { bindId: 1, smsCodeDigits: 4, waitSeconds: 60, mobileMask: '138****0000' },
    },
  }),
  confirmBind: endpoint({
    method: 'POST',
    path: '/fyh/app/card/bind/confirm',
    auth: 'user',
    summary: 'Proves the code of the bank and binds the card',
    body: z.object({ bindId: id, authCode, agreed: agreedTexts }),
    data: cardSummary,
    errors: [
      'BIND_NOT_FOUND',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'CARD_ALREADY_BOUND',
      'AGREEMENT_REQUIRED',
      'AGREEMENT_OUTDATED',
      'VENDOR_UNAVAILABLE',
    ],
    example: {
      body: { bindId: 1, authCode: '0000', agreed: [] },
      data: { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true },
    },
  }),
  setDefault: endpoint({
    method: 'POST',
    path: '/fyh/app/card/default/:id',
    auth: 'user',
    summary: 'Makes a bound card the default, from which all running loans are debited from now on',
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: nothing,
    data: nothing,
    errors: ['CARD_NOT_FOUND'],
    example: { params: { id: 1 }, body: {}, data: {} },
  }),
}
