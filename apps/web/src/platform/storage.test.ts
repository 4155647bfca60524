import { describe, expect, test } from 'vitest'
import { parseJson, textStore } from './storage.ts'
import { storageKeys } from './storage-keys.ts'

const names = { token: 'token', other: 'other-key' }

function area(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('storage', () => {
  test('the keys of the specification are spelled as handed over', () => {
    expect(Object.values(storageKeys.local).slice(0, 11)).toEqual([
      'token',
      'user',
      'stateUser',
      'app-user',
      'browserId',
      'channelCode',
      'latitude',
      'longitude',
      'capitalHitItem',
      'headerSta',
      'productTitle',
    ])
    expect(Object.values(storageKeys.session).slice(0, 8)).toEqual([
      'traceId',
      'tailId',
      'eventId',
      'sessionId',
      'openid',
      'appid',
      'productType',
      'redirUrl',
    ])
  })
  test('values are kept under their stored names', () => {
    const storage = area()
    const store = textStore(names, () => storage)
    store.set('other', 'x')
    expect(storage.getItem('other-key')).toBe('x')
    expect(store.get('other')).toBe('x')
    store.remove('other')
    expect(store.get('other')).toBeUndefined()
  })
  test('UI-11 a storage that throws on writing keeps values in memory', () => {
    const broken = {
      ...area(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    const store = textStore(names, () => broken)
    store.set('token', 'T')
    expect(store.get('token')).toBe('T')
    store.remove('token')
    expect(store.get('token')).toBeUndefined()
  })
  test('UI-11 a storage that throws when it is looked at breaks nothing', () => {
    const store = textStore(names, () => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(store.get('token')).toBeUndefined()
    store.set('token', 'T')
    expect(store.get('token')).toBe('T')
  })
  test('damaged JSON counts as absent', () => {
    expect(parseJson('{')).toBeUndefined()
    expect(parseJson('{"a":1}')).toEqual({ a: 1 })
  })
})
