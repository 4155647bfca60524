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
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'linux', 'browser'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:128.0) Gecko/20100101', 'linux', 'browser'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'chromebook', 'browser'],
  ['Mozilla/5.0 (Linux; Android 10; HarmonyOS; ABC-AL00)', 'harmony', 'browser'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) ArkWeb/4.1 MicroMessenger/8.0', 'harmony', 'messenger'],
  ['Mozilla/5.0 (SMART-TV; Tizen 6.0)', 'unknown', 'browser'],
  ['curl/8.0', 'unknown', 'browser'],
  ['', 'unknown', 'browser'],
])('%s is called %s, %s', (userAgent, machine, program) => {
  expect(deviceName(userAgent)).toEqual({ machine, program })
})
