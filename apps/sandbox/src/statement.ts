import { z } from 'zod'
import type { MoneyPort } from './money-orders.ts'
import { civilDay, key, type Method, method, ok, short } from './parties/party.ts'

/** Orders a page: an order may have two entries, and a page carries at most 500. */
const pageSize = 250
const asked = z.object({ key, date: civilDay, after: short.nullable() })

type Order = { orderKey: string; kind: 'debit' | 'transfer' | 'payOut'; amountFen: number; isOrdered: boolean; isReturned: boolean }

/** The daily statement of a party that moves money: what it moved under the orders of a day and gave back on it, a page at a time. */
export function statementOf(port: MoneyPort): Method {
  return method(asked, { remembers: false, refusal: 'busy' }, async ({ tx }, { date, after }) => {
    const { rows } = await tx.query<Order>(
      `select key as "orderKey", kind, taken_fen as "amountFen", ordered_on = $2 as "isOrdered", returned_on is not distinct from $2 as "isReturned"
         from money_order
        where port = $1 and (ordered_on = $2 or returned_on = $2) and key collate "C" > $3 and state <> 'processing' and taken_fen > 0
        order by key collate "C" limit ${pageSize + 1}`,
      [port, date, after ?? ''],
    )
    const orders = rows.slice(0, pageSize)
    const entries = orders.flatMap(({ orderKey, kind, amountFen, isOrdered, isReturned }) => {
      const entry = { orderKey, amountFen, on: date }
      return [
        ...(isOrdered ? [{ ...entry, kind }] : []),
        ...(isReturned ? [{ ...entry, kind: kind === 'transfer' ? 'transferReturn' : 'return' }] : []),
      ]
    })
    return ok({ entries, next: rows.length > pageSize ? (orders.at(-1)?.orderKey ?? null) : null })
  })
}
