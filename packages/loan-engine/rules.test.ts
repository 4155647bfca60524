import { civilDate } from '@fyh/base/dates.ts'
import { ppm } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import { defaultRules, earlySettlementRateOn } from './rules.ts'

test('earlySettlementRateOn: settling costs no fee within the free days, the payout day counted, and the fee from the next day on', () => {
  const rules = { ...defaultRules, earlySettlementFee: ppm(5_000), earlySettlementFreeDays: 30 }
  const rateOn = (day: string) => earlySettlementRateOn(rules, { payOutDate: civilDate('2026-11-27'), onDate: civilDate(day) })
  expect(['2026-11-27', '2026-12-26', '2026-12-27'].map(rateOn)).toEqual([0, 0, 5_000])
})
