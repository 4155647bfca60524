import { describe, expect, test } from 'vitest'
import { areProxies, canonicalAddress, networkOf, siteOf, trustedProxies } from './addresses.ts'

describe('NF-04 one address has one spelling', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50001', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['"203.0.113.7:50001"', '203.0.113.7'],
    ['[203.0.113.7]:50001', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::FFFF:203.0.113.7]:443', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:50001', '2001:db8::1'],
    ['"[2001:db8:0::0001]:50001"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', undefined],
    ['', undefined],
    ['_hidden', undefined],
    ['203.0.113', undefined],
    ['203.0.113.7.8', undefined],
    ['0313.0.0161.7', undefined],
    ['203.0.113.256', undefined],
    ['3405803783', undefined],
    ['203.0.113.7, 10.0.0.1', undefined],
  ])('%j is %j', (text, address) => {
    expect(canonicalAddress(text)).toBe(address)
  })

  test.each([
    ['203.0.113.7:1', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ])('limits count %j as %j', (text, network) => {
    expect(networkOf(text)).toBe(network)
  })
})

test.each([
  ['[2001:db8:1:2::9]:443', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
  ['::ffff:203.0.113.7', undefined],
  ['203.0.113.7', undefined],
  ['unknown', undefined],
])('the site of %j is %j', (text, site) => {
  expect(siteOf(text)).toBe(site)
})

describe('trusted proxies', () => {
  test.each([
    [['127.0.0.1'], '127.0.0.1:4711', true],
    [['127.0.0.1'], '::ffff:127.0.0.1', true],
    [['127.0.0.1'], '127.0.0.2', false],
    [['10.0.0.0/8'], '10.9.8.7', true],
    [['10.0.0.0/8'], '2001:db8::1', false],
    [['2001:db8::/32'], '[2001:db8::9]:80', true],
    [['loopback'], '::1', true],
    [['uniquelocal'], '192.168.4.4', true],
    [['loopback'], 'unknown', false],
    [[], '127.0.0.1', false],
  ])('%j: %j is one: %j', (entries, address, isOne) => {
    expect(trustedProxies(entries)(address)).toBe(isOne)
  })

  test.each(['proxy', '10.0.0.0/33', '10.0.0', 'fe80::/129', '/8'])('%j is refused', (entry) => {
    expect(areProxies([entry])).toBe(false)
  })
})
