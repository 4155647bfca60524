import { describe, expect, test } from 'vitest'
import { safeAddress, safePath } from './safe-address.ts'

const origin = 'https://h5.example.com'

describe('AU-05 redirectUrl', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/%5Cevil.example',
    '\\/evil.example',
    ' //evil.example',
    'https://h5.example.com@evil.example/',
    'https://h5.example.com.evil.example/',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%2Fevil.example',
    '%2F%2Fevil.example',
    'https:evil.example',
    'https:///evil.example',
    '/\tevil.example//x',
    '',
    'loan',
    null,
  ])('AU-05 %j leads home', (address) => {
    expect(safePath(address, origin)).toBe('/')
  })
  test.each(['//evil.example', '/\\evil.example', '/%5Cevil.example', 'javascript:alert(1)', '/%09/evil.example'])(
    'AU-05 %j encoded once and twice leads home',
    (address) => {
      expect(safePath(encodeURIComponent(address), origin)).toBe('/')
      expect(safePath(encodeURIComponent(encodeURIComponent(address)), origin)).toBe('/')
    },
  )
  test('AU-05 places of this application work, with query and hash', () => {
    expect(safePath('/loan/list?x=1#a', origin)).toBe('/loan/list?x=1#a')
    expect(safePath('https://h5.example.com/loan', origin)).toBe('/loan')
  })
  test('RT-04 a query with encoded parts comes back byte for byte', () => {
    const address = '/loan/list?name=%E5%BC%A0%E6%9F%90&next=%2Fa%3Fb%3D1'
    expect(safePath(address, origin)).toBe(address)
  })
  test('AU-05 only allowed partner hosts are left for, and only over https', () => {
    expect(safeAddress('https://partner.example/x?y=1', origin, ['partner.example'])).toBe('https://partner.example/x?y=1')
    expect(safeAddress('http://partner.example/x', origin, ['partner.example'])).toBeUndefined()
    expect(safeAddress('https://other.example/x', origin, ['partner.example'])).toBeUndefined()
    expect(safeAddress('/home', origin)).toBe('https://h5.example.com/home')
  })
})
