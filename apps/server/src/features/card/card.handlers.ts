import { assert } from '@fyh/base/assert.ts'
import { luhnHolds, maskMobile, parseCardNumber } from '@fyh/base/chinese-data.ts'
import type { card } from '@fyh/contract/card.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { debitFrom } from '#lending/loan/loan.ts'
import type { Db, Deps, SliceHandlers } from '#platform/deps.ts'
import { requireAgreed } from '../agreement/agreement.ts'
import { maskedNameOf } from '../apply/apply.ts'
import { banks } from './banks.ts'
import { bindCard, codeWaitSeconds, proveBinding, startBinding } from './binding.ts'
import { bankNameOf, issuerOf } from './bins.ts'
import { bindingRow, type CardRow, cardRow, cardRows, makeDefault } from './card.sql.ts'

export function cardHandlers(deps: Deps): SliceHandlers<typeof card> {
  const { db } = deps
  return {
    async list({ ctx: { userId } }) {
      return { holder: await maskedNameOf(db, deps, userId), cards: (await cardRows(db, userId)).map(summary) }
    },

    async banks() {
      return { banks: banks.map(({ bankCode, bankName, singleMaxFen, dayMaxFen }) => ({ bankCode, bankName, singleMaxFen, dayMaxFen })) }
    },

    async lookUp({ body }) {
      const number = parseCardNumber(body.cardNumber) ?? fail('CARD_NUMBER_INVALID')
      const { bankCode = null, bankName = null, kind = 'unknown' } = issuerOf(number) ?? {}
      return { bankCode, bankName, kind, luhnHolds: luhnHolds(number) }
    },

    async startBind({ body, ctx: { userId } }) {
      const { bindId, smsCodeDigits, mobile } = await startBinding(deps, { userId, ...body })
      return { bindId, smsCodeDigits, waitSeconds: codeWaitSeconds, mobileMask: maskMobile(mobile) }
    },

    async confirmBind({ body: { bindId, authCode, agreed }, ctx }) {
      const { userId } = ctx
      const binding = (await bindingRow(db, userId, bindId)) ?? fail('BIND_NOT_FOUND')
      // Its answer was lost, or a second tap came late: the card is there.
      if (binding.card_id !== null) return boundCard(db, userId, binding.card_id)
      await transaction(db, (tx) => requireAgreed(tx, deps, { userId, scene: 'bindCard', agreed, ctx }))
      const channelAgreementNo = await proveBinding(deps, binding, authCode)
      const cardId = await transaction(db, (tx) => bindCard(tx, deps, binding, channelAgreementNo))
      return boundCard(db, userId, cardId)
    },

    async setDefault({ params: { id }, ctx: { userId } }) {
      await transaction(db, async (tx) => {
        if (!(await makeDefault(tx, userId, id))) fail('CARD_NOT_FOUND')
        await debitFrom(tx, { userId, cardId: id })
      })
      return {}
    },
  }
}

async function boundCard(db: Db, userId: number, cardId: number) {
  const row = await cardRow(db, userId, cardId)
  assert(row, 'a closed binding names its card')
  return summary(row)
}

function summary(row: CardRow) {
  return { cardId: row.card_id, bankCode: row.bank_code, bankName: bankNameOf(row.bank_code), tail: row.tail, isDefault: row.is_default }
}
