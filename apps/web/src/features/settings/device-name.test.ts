import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15', 'iphone', 'browser'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.40', 'iphone', 'messenger'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.40 miniProgram/wx0', 'iphone', 'miniProgram'],
  ['Mozilla/5.0 (Linux; Android 13) FyhApp/1.0.0', 'android', 'app'],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'ipad', 'browser'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows', 'browser'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'mac', 'browser'],
  ['', 'other', 'browser'],
])('%s is called %s, %s', (userAgent, machine, program) => {
  expect(deviceName(userAgent)).toEqual({ machine, program })
})
