import { fen } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import { capitalYuan } from './capital-yuan.ts'

test.each([
  [0, '零元整'],
  [50_000, '伍佰元整'],
  [1_050_000, '壹万零伍佰元整'],
  [1_500_000, '壹万伍仟元整'],
  [20_000_000, '贰拾万元整'],
  [20_010_000, '贰拾万零壹佰元整'],
  [1_000_100, '壹万零壹元整'],
  [10_000_005_000, '壹亿零伍拾元整'],
  [10_100_000_000, '壹亿零壹佰万元整'],
  [123_456, '壹仟贰佰叁拾肆元伍角陆分'],
  [100_005, '壹仟元零伍分'],
  [100_050, '壹仟元伍角整'],
  [7, '柒分'],
])('%i fen reads %s', (amount, words) => {
  expect(capitalYuan(fen(amount))).toBe(words)
})
