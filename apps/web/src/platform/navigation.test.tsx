import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeHost } from '#host/fake.ts'
import { connectNavigation, goBack, goHome, land } from './navigation.ts'
import { session } from './storage.ts'

const left: string[] = []
const leave = (address: string) => void left.push(address)
const navigate = vi.fn()
const partnerHosts = ['partner.example']
const powerful = (power: boolean) => {
  const asked: string[] = []
  const answer = (name: string) => async () => {
    asked.push(name)
    return power
  }
  return { asked, host: fakeHost({ goHome: answer('home'), back: answer('back') }) }
}
const at = (address: string, idx: number) => window.history.replaceState({ idx }, '', address)

beforeEach(() => {
  window.sessionStorage.clear()
  navigate.mockClear()
  left.length = 0
  at('/loan', 3)
})
afterEach(() => connectNavigation({ host: fakeHost(), leave: () => undefined }))

describe('R2.85 going home', () => {
  test('R2.85 with productType and redirUrl in the session it is the partner’s address, decoded, and no one else is asked', async () => {
    const { asked, host } = powerful(true)
    connectNavigation({ host, leave, partnerHosts })
    session.set('productType', 'fbd')
    session.set('redirUrl', encodeURIComponent('https://partner.example/back?a=1'))
    await goHome(navigate)
    expect([left, asked, navigate.mock.calls]).toEqual([['https://partner.example/back?a=1'], [], []])
  })
  test.each([
    ['a redirUrl without productType', undefined, '/setting'],
    ['a productType without redirUrl', 'fbd', undefined],
    ['AU-05 the address of a stranger', 'fbd', 'https://evil.example/'],
  ])('R2.85 %s is passed over', async (_name, productType, redirUrl) => {
    connectNavigation({ host: powerful(false).host, leave, partnerHosts })
    if (productType !== undefined) session.set('productType', productType)
    if (redirUrl !== undefined) session.set('redirUrl', redirUrl)
    await goHome(navigate)
    expect([left, navigate.mock.calls]).toEqual([[], [['/', { replace: true }]]])
  })
  test('R2.85 a host that has a home takes the person there', async () => {
    const { asked, host } = powerful(true)
    connectNavigation({ host, leave })
    await goHome(navigate)
    expect([asked, navigate.mock.calls]).toEqual([['home'], []])
  })
  test('R2.85 without one it is our own home, in place of the present page', async () => {
    connectNavigation({ host: powerful(false).host, leave })
    await goHome(navigate)
    expect(navigate.mock.calls).toEqual([['/', { replace: true }]])
  })
})

describe('R2.86 going back', () => {
  test('R2.86 goHome=true in the address leads home, whatever the position', async () => {
    const { asked, host } = powerful(true)
    connectNavigation({ host, leave })
    at('/loan?goHome=true', 3)
    await goBack(navigate)
    expect([asked, navigate.mock.calls]).toEqual([['home'], []])
    at('/loan?goHome=false', 3)
    await goBack(navigate)
    expect(asked).toEqual(['home', 'back'])
  })
  test('R2.86 a host that goes back is left to do so; it is told whether this is the first position', async () => {
    const back = vi.fn(async () => true)
    connectNavigation({ host: fakeHost({ back }), leave })
    at('/loan', 0)
    await goBack(navigate)
    at('/loan', 1)
    await goBack(navigate)
    expect(back.mock.calls).toEqual([[{ isFirst: true }], [{ isFirst: false }]])
    expect(navigate).not.toHaveBeenCalled()
  })
  test('R2.86 else it is one step back; from the first position, with nothing of ours before it, home', async () => {
    connectNavigation({ host: powerful(false).host, leave })
    await goBack(navigate)
    expect(navigate.mock.calls).toEqual([[-1]])
    at('/loan', 0)
    await goBack(navigate)
    expect(navigate.mock.calls).toEqual([[-1], ['/', { replace: true }]])
  })
})

describe('AU-05 where a login ends', () => {
  const ends = (redirectUrl: string | null) => {
    connectNavigation({ host: fakeHost(), leave, partnerHosts })
    navigate.mockClear()
    left.length = 0
    land(navigate, redirectUrl)
    return [...left, ...navigate.mock.calls.map(([path]) => path)]
  }
  test('AU-05 at a place of ours, or at a partner that is allowed', () => {
    expect(ends('/loan?x=1#a')).toEqual(['/loan?x=1#a'])
    expect(ends(`${window.location.origin}/loan`)).toEqual(['/loan'])
    expect(ends('https://partner.example/done?x=1')).toEqual(['https://partner.example/done?x=1'])
  })
  test.each([
    null,
    '',
    'https://evil.example/',
    'http://partner.example/',
    'https://partner.example@evil.example/',
    'https://partner.example.evil.example/',
    '//partner.example/',
    encodeURIComponent('https://partner.example/'),
    'loan',
    'javascript:alert(1)',
  ])('AU-05 %j ends at home', (redirectUrl) => {
    expect(ends(redirectUrl)).toEqual(['/'])
  })
})
