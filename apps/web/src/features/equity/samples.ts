import { addDays, type CivilDate, instantAt } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import type { Order } from './equity.queries.ts'

type Named = 'package' | 'supplier' | 'video' | 'meal' | 'ride'

const daysAgo = 4

/** A made-up order in use since some days: what the sample page shows. No money moves for it. */
export const sampleOrder = (nameOf: (one: Named) => string, today: CivilDate): Order => ({
  orderId: 1,
  orderNo: 'EQ0000000001',
  status: equityStatuses.inUse,
  package: {
    packageId: 1,
    name: nameOf('package'),
    supplier: { name: nameOf('supplier'), phone: '400-000-0001' },
    priceFen: fen(2_990),
    termDays: 30,
    rights: [
      { rightCode: 'video-7d', name: nameOf('video'), icon: 'video', count: 2, unitFen: fen(400) },
      { rightCode: 'meal-25-5', name: nameOf('meal'), icon: 'meal', count: 4, unitFen: fen(330) },
      { rightCode: 'ride-20-4', name: nameOf('ride'), icon: 'ride', count: 3, unitFen: fen(290) },
    ],
  },
  loanId: null,
  payment: {
    state: 'paid',
    cardId: 1,
    cardTail: '0009',
    bankName: null,
    paidFen: fen(2_990),
    at: instantAt(addDays(today, -daysAgo), '10:00:03').toISOString(),
    reason: null,
  },
  boughtAt: instantAt(addDays(today, -daysAgo), '10:00:00').toISOString(),
  activatedAt: instantAt(addDays(today, -daysAgo), '10:00:05').toISOString(),
  lastDay: addDays(today, 29 - daysAgo),
  failReason: null,
  left: [
    { rightCode: 'video-7d', count: 2 },
    { rightCode: 'meal-25-5', count: 4 },
    { rightCode: 'ride-20-4', count: 3 },
  ],
  uses: [],
  refundableFen: fen(2_990),
  refund: null,
})
