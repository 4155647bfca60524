import { expect, test } from 'vitest'
import { isWeakPassword } from './weak-password.ts'

test.each(['0000', '111111', '123456', '654321', '890123', '1098', '000042', '0042'])('R5.1 %s is too easy', (password) => {
  expect(isWeakPassword(password, '13800000042')).toBe(true)
})
test.each(['271828', '2718', '112233', '135791', '424242'])('R5.1 %s is taken', (password) => {
  expect(isWeakPassword(password, '13800000042')).toBe(false)
})
