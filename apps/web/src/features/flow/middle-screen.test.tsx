import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { fakeHost } from '#host/fake.ts'
import { handedOver, takeHandedOver } from '#platform/handed-over.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { local, session } from '#platform/storage.ts'
import { currentToken, currentUser, emptyUserState, rememberLogin, useUserStore } from '#platform/store.ts'
import { MiddleScreen } from './middle-screen.tsx'

const user = { userId: 7, mobile: '138****4301', name: null }
const other = { userId: 8, mobile: '138****4302', name: null }
const login = { state: 'login', token: 'NEW', isNew: false, user, channelCode: 'demo-trip', returnUrl: null }
const consent = { state: 'consent', mobileMask: '138****4301', channelName: '示例出行' }
const texts = { texts: [{ key: 'registration', title: '注册服务协议', version: '1.0', sha256: 'a'.repeat(64) }] }
const leave = vi.fn()

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  useUserStore.setState(emptyUserState, true)
  leave.mockClear()
  connectNavigation({ host: fakeHost(), leave, partnerHosts: ['partner.example.com'] })
})
afterEach(cleanup)

/** As a first page is: what was handed over leaves the address before the screen is drawn. */
async function arrive(query: string, table: object) {
  window.history.replaceState(null, '', `/h5Middle${query}`)
  takeHandedOver()
  const { search } = window.location
  const calls = answer({ '/agreement/current': texts, ...table })
  const shown = await openScreen(MiddleScreen, ['flow', 'blocks', 'session'], `/screen${search}`)
  return { ...shown, calls }
}

test('R2.5 token and reference leave the address before anything runs, without another entry, and the rest stays', () => {
  const entries = window.history.length
  window.history.replaceState({ idx: 0 }, '', '/h5Middle?token=SECRET&channelCode=demo-trip&loginRefer=REF&redirectUrl=%2Floan#part')
  takeHandedOver()
  expect(`${window.location.pathname}${window.location.search}${window.location.hash}`).toBe(
    '/h5Middle?channelCode=demo-trip&redirectUrl=%2Floan#part',
  )
  expect([window.history.length, window.history.state]).toEqual([entries, { idx: 0 }])
})

describe('a handed-over token', () => {
  test('R2.5 a live one logs its owner in and goes on to the place it names', async () => {
    const { here, calls } = await arrive('?token=NEW&redirectUrl=%2Floan%3Fa%3D1', { '/flow/handOver': { user } })
    await waitFor(() => expect(here()).toBe('/loan?a=1'))
    expect([currentToken(), currentUser()]).toEqual(['NEW', user])
    expect(JSON.parse(local.get('user') ?? '')).toMatchObject({ userId: 7, token: 'NEW' })
    expect(calls[0]).toMatchObject({ body: { token: 'NEW' } })
    expect(handedOver()).toBeUndefined()
  })

  test('R2.5 one that has ended leads to the login with the way back, and changes no login', async () => {
    rememberLogin('OLD', other)
    const { here } = await arrive('?token=GONE&redirectUrl=%2Floan', {
      '/flow/handOver': refusal('HANDED_LOGIN_INVALID', '登录信息已失效'),
    })
    await waitFor(() => expect(here()).toBe('/login?redirectUrl=%2Floan'))
    expect(currentToken()).toBe('OLD')
  })

  test('R2.5 one of another account asks first; staying keeps the present login, switching takes the other', async () => {
    rememberLogin('OLD', other)
    const first = await arrive('?token=NEW&redirectUrl=%2Floan', { '/flow/handOver': { user } })
    expect(await screen.findByText('当前登录的是 138****4302，此链接将登录 138****4301。')).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '保留当前账号' }))
    await waitFor(() => expect(first.here()).toBe('/loan'))
    expect(currentToken()).toBe('OLD')
    cleanup()
    const second = await arrive('?token=NEW', { '/flow/handOver': { user } })
    fireEvent.click(await screen.findByRole('button', { name: '切换到 138****4301' }))
    await waitFor(() => expect(second.here()).toBe('/'))
    expect(currentToken()).toBe('NEW')
  })

  test('R2.5 without an answer the token is kept for another try', async () => {
    let tries = 0
    const { here } = await arrive('?token=NEW', {
      '/flow/handOver': () => {
        tries += 1
        if (tries < 3) throw new Error('no network')
        return { user }
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: '重试' }, { timeout: 3_000 }))
    await waitFor(() => expect(here()).toBe('/'))
  })
})

describe('where a hand-over leads', () => {
  test.each([
    ['%2Frepayment%3Fx%3D1', '/repayment?x=1'],
    ['', '/'],
    ['https%3A%2F%2Fevil.example%2Fx', '/'],
    ['%2F%2Fevil.example', '/'],
    ['%252F%252Fevil.example', '/'],
    ['%2F%5Cevil.example', '/'],
    ['%2F%09%2Fevil.example', '/'],
    ['javascript%3Aalert(1)', '/'],
    ['https%3A%2F%2Fpartner.example.com%40evil.example%2F', '/'],
    ['https%3A%2F%2Fpartner.example.com.evil.example%2F', '/'],
    ['http%3A%2F%2Fpartner.example.com%2F', '/'],
    ['%2Fh5Middle%3FredirectUrl%3Dhttps%253A%252F%252Fevil.example', '/h5Middle?redirectUrl=https%3A%2F%2Fevil.example'],
  ])('R2.5 redirectUrl=%s leads to %s', async (redirectUrl, target) => {
    const { here } = await arrive(`?redirectUrl=${redirectUrl}`, {})
    await waitFor(() => expect(here()).toBe(target))
    expect(leave).not.toHaveBeenCalled()
  })

  test('R2.5 an allowed partner’s page is one to go on to', async () => {
    await arrive('?redirectUrl=https%3A%2F%2Fpartner.example.com%2Fdone%3Fa%3D1', {})
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://partner.example.com/done?a=1'))
  })
})

describe('a reference of a partner', () => {
  test('R7.22 logs in at once who needs not be asked, with the partner’s channel and the way back', async () => {
    const returnUrl = 'https://trip.example.com/credit'
    const { here } = await arrive('?loginRefer=REF', { '/loginRefer/REF': { ...login, returnUrl } })
    await waitFor(() => expect(here()).toBe('/'))
    expect([currentToken(), local.get('channelCode'), session.get('redirUrl')]).toEqual(['NEW', 'demo-trip', returnUrl])
    expect(session.get('loginRefer')).toBeUndefined()
  })

  test('R7.22 asks for consent, not ticked, before an account is made; a reload asks again', async () => {
    const { here, calls } = await arrive('?loginRefer=REF&redirectUrl=%2FapplyNext', { '/loginRefer/REF': consent, '/REF/agree': login })
    expect(await screen.findByText('使用 138****4301 登录')).not.toBeNull()
    expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
    expect(handedOver()).toEqual({ loginRefer: 'REF' })
    fireEvent.click(screen.getByRole('button', { name: '同意并登录' }))
    expect(await screen.findByText('请先阅读并同意协议')).not.toBeNull()
    expect(calls.some(({ path }) => path.endsWith('/agree'))).toBe(false)
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: '同意并登录' }))
    await waitFor(() => expect(here()).toBe('/applyNext'))
    expect(calls.find(({ path }) => path.endsWith('/agree'))?.body).toMatchObject({ agreed: [{ key: 'registration', version: '1.0' }] })
  })

  test('R7.22 an account made by a reference counts for the friend whose link led here, and the code is sent once', async () => {
    local.set('inviteCode', 'AbCdEf1234')
    const { here, calls } = await arrive('?loginRefer=REF&redirectUrl=%2FapplyNext', { '/loginRefer/REF': consent, '/REF/agree': login })
    fireEvent.click(await screen.findByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: '同意并登录' }))
    await waitFor(() => expect(here()).toBe('/applyNext'))
    expect(calls.find(({ path }) => path.endsWith('/agree'))?.body).toMatchObject({ inviteCode: 'AbCdEf1234' })
    expect(local.get('inviteCode')).toBeUndefined()
  })

  test('R7.22 a text that changed meanwhile is to be read and ticked again', async () => {
    await arrive('?loginRefer=REF', { '/loginRefer/REF': consent, '/REF/agree': refusal('AGREEMENT_OUTDATED', '《注册服务协议》已更新') })
    fireEvent.click(await screen.findByRole('checkbox'))
    fireEvent.click(screen.getByRole('button', { name: '同意并登录' }))
    expect(await screen.findByText('《注册服务协议》已更新')).not.toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })

  test('R7.22 another account that is logged in is asked about first', async () => {
    rememberLogin('OLD', other)
    const waiting = { ...consent, state: 'switch' }
    const { calls } = await arrive('?loginRefer=REF', { '/loginRefer/REF': waiting, '/REF/agree': login })
    fireEvent.click(await screen.findByRole('button', { name: '切换到 138****4301' }))
    await waitFor(() => expect(currentToken()).toBe('NEW'))
    expect(calls.find(({ path }) => path.endsWith('/agree'))?.body).toMatchObject({ agreed: [] })
  })

  test.each([
    ['LOGIN_REFER_WRONG', '登录链接无效'],
    ['LOGIN_REFER_USED', '登录链接已使用'],
    ['LOGIN_REFER_EXPIRED', '登录链接已过期'],
    ['CHANNEL_CLOSED', '推荐已结束'],
    ['MOBILE_BLOCKED', '手机号暂时无法使用'],
  ])('R7.22 %s is named in words, with the login by text message as a way out', async (error, title) => {
    const { here } = await arrive('?loginRefer=REF&redirectUrl=%2Floan', { '/loginRefer/REF': refusal(error, '原因') })
    expect(await screen.findByRole('heading', { name: title })).not.toBeNull()
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
    expect(handedOver()).toBeUndefined()
    fireEvent.click(screen.getByRole('button', { name: '短信登录' }))
    await waitFor(() => expect(here()).toBe('/login?redirectUrl=%2Floan'))
  })

  test('R7.22 BUSY keeps the reference for another try', async () => {
    let tries = 0
    const { here } = await arrive('?loginRefer=REF', {
      '/loginRefer/REF': () => {
        tries += 1
        return tries === 1 ? refusal('BUSY', '请求过于频繁') : login
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: '重试' }))
    await waitFor(() => expect(here()).toBe('/'))
  })
})
