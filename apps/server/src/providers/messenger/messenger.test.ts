import { expect, test } from 'vitest'
import { everyAdapter } from '../suite.ts'

everyAdapter((current) => {
  test('R7.24 a code is exchanged once; again it is used, an unknown, a foreign or an overlong one is invalid', async () => {
    const { providers, messengerCode } = current()
    const given = await messengerCode('account', 'ann')
    expect(await providers.messenger.exchange(given)).toEqual({
      answer: 'ok',
      openId: expect.stringMatching(/^\S+$/),
      unionId: expect.stringMatching(/^\S+$/),
    })
    expect(await providers.messenger.exchange(given)).toEqual({ answer: 'refused', reason: 'codeUsed' })
    const invalid = { answer: 'refused', reason: 'codeInvalid' }
    expect(await providers.messenger.exchange({ ...given, code: 'nobody gave this' })).toEqual(invalid)
    expect(await providers.messenger.exchange({ ...given, code: 'x'.repeat(400) })).toEqual(invalid)
    const { code } = await messengerCode('mini', 'ann')
    expect(await providers.messenger.exchange({ ...given, code })).toEqual(invalid)
  })

  test('WX-08 a person has one openId for each app, always the same, and one unionId over all', async () => {
    const { providers, messengerCode } = current()
    const who = async (app: 'account' | 'mini', person: string) => {
      const found = await providers.messenger.exchange(await messengerCode(app, person))
      return found.answer === 'ok' ? found : expect.fail(JSON.stringify(found))
    }
    const [first, again, mini, other] = [
      await who('account', 'bea'),
      await who('account', 'bea'),
      await who('mini', 'bea'),
      await who('account', 'cai'),
    ]
    expect(again).toEqual(first)
    expect(mini.openId).not.toBe(first.openId)
    expect(mini.unionId).toBe(first.unionId)
    expect(other.openId).not.toBe(first.openId)
    expect(other.unionId).not.toBe(first.unionId)
  })

  test('too many calls are told as busy, no answer in time is unknown', async () => {
    const { providers, messengerCode, order } = current()
    await order('messenger', 'refuse')
    expect(await providers.messenger.exchange(await messengerCode('account', 'dan'))).toEqual({ answer: 'refused', reason: 'busy' })
    await order('messenger', 'loseAnswer')
    expect(await providers.messenger.exchange(await messengerCode('account', 'dan'))).toEqual({ answer: 'unknown' })
  })

  test('WX-05 what is lent serves for a script ticket and for who follows; a token of nobody does not', async () => {
    const { providers } = current()
    const { messenger } = providers
    const lent = await messenger.accessToken({ appId: 'wxsandboxaccount' })
    if (lent.answer !== 'ok') return expect.fail(JSON.stringify(lent))
    expect(lent.lifeSeconds).toBe(7_200)
    expect(await messenger.scriptTicket({ accessToken: lent.value })).toEqual({
      answer: 'ok',
      value: expect.any(String),
      lifeSeconds: 7_200,
    })
    expect(await messenger.follows({ accessToken: lent.value, openId: 'nobody' })).toEqual({ answer: 'ok', follows: false })
    const refused = { answer: 'refused', reason: 'tokenInvalid' }
    expect(await messenger.scriptTicket({ accessToken: 'made up' })).toEqual(refused)
    expect(await messenger.follows({ accessToken: 'made up', openId: 'nobody' })).toEqual(refused)
  })
})
