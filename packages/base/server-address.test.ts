import { describe, expect, test } from 'vitest'
import { addressesFault, addressFault, brokerAddress, databaseAddress } from './server-address.ts'

describe('NF-07 signs in the password of an address', () => {
  test.each([
    'postgres://app:pl#ain@127.0.0.1:5432/x',
    'postgres://app:p@ss/word@127.0.0.1:5432/x',
    'postgres://app:p@ssword@127.0.0.1:5432/x',
    'postgres://app:pass/word@127.0.0.1:5432/x',
    'postgres://app:12/word@127.0.0.1:5432/x',
    'postgres://app:pass?word@127.0.0.1:5432/x',
    'postgres://app:12?word@127.0.0.1:5432/x',
    'postgres://app:pass%word@127.0.0.1:5432/x',
    'postgres://app:pass%E0%A4@127.0.0.1:5432/x',
    'postgres://app:pass word@127.0.0.1:5432/x',
    'postgres://app:pass#@127.0.0.1:5432/x',
  ])('%s asks for percent-encoding and repeats nothing of it', (url) => {
    const fault = addressFault(url, databaseAddress) ?? ''
    expect(fault).toContain('percent-encoded')
    for (const piece of ['app', 'pl#', 'ain', 'p@ss', 'word', 'pass', '127.0.0.1']) {
      if (piece !== 'word' && piece !== 'pass') expect(fault).not.toContain(piece)
      else expect(fault.replaceAll('password', '')).not.toContain(piece)
    }
  })

  test.each([
    'postgres://app:pl%23ain@127.0.0.1:5432/x',
    'postgresql://app:p%40ss%2Fword@127.0.0.1:5432/x',
    'postgresql://app:a:b!$&()*+,;=~@db.example/x?sslmode=require',
    'postgresql://app@localhost:5432/fyh?host=%2Ftmp%2Ffyh-pg',
    'postgresql://127.0.0.1/x',
    'postgresql://app:secret@[::1]:5432/x',
    'postgres://app:secret@127.0.0.1:5432/x',
  ])('%s is fine', (url) => {
    expect(addressFault(url, databaseAddress)).toBeUndefined()
  })

  test.each(['mysql://secret@host/db', '127.0.0.1:5432', 'postgres://'])('%s shows how it should look', (url) => {
    expect(addressFault(url, databaseAddress)).toBe('should look like postgresql://user:password@host:5432/name')
  })

  test('each address of a list is looked at', () => {
    expect(addressesFault('nats://a:4222, tls://b:4222', brokerAddress)).toBeUndefined()
    for (const url of ['nats://u:p#w@a:4222', 'nats://u:p,w@a:4222', 'nats://a:4222,nats://u:p@w@b:4222'])
      expect(addressesFault(url, brokerAddress)).toContain('percent-encoded')
    expect(addressesFault('http://a:4222', brokerAddress)).toBe('should look like nats://user:password@host:4222')
  })
})
