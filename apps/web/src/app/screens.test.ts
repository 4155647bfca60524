import { describe, expect, test } from 'vitest'
import { entryAt, firstEntries, learnMoreScreens } from './screens.ts'

/** Every address of the specification. R2.1 is the bare address, which leads to /home; R2.73 is any other. */
const required: readonly (readonly [id: string, ...paths: readonly string[]])[] = [
  ['R2.2', '/home'],
  ['R2.3', '/account'],
  ['R2.4', '/borrowMoney'],
  ['R2.5', '/h5Middle'],
  ['R2.6', '/download'],
  ['R2.7', '/demo'],
  ['R2.8', '/login'],
  ['R2.9', '/extend'],
  ['R2.10', '/signAgreement'],
  ['R2.11', '/capitalProtocol'],
  ['R2.12', '/customAgreement'],
  ['R2.13', '/capitalProtocolSingle'],
  ['R2.14', '/applyIdentity'],
  ['R2.15', '/applyIdcardGuid'],
  ['R2.16', '/applyNext'],
  ['R2.17', '/applyProfile'],
  ['R2.18', '/applyConfirm'],
  ['R2.19', '/applyResult'],
  ['R2.20', '/faceApplyLive'],
  ['R2.21', '/repayment'],
  ['R2.22', '/repaymentDetail/:id'],
  ['R2.23', '/repaymentResult'],
  ['R2.24', '/loan'],
  ['R2.25', '/loan/detail/:id'],
  ['R2.26', '/loan/record'],
  ['R2.27', '/loan/borrowMoney'],
  ['R2.28', '/setting'],
  ['R2.29', '/userAgreement'],
  ['R2.30', '/aboutUs'],
  ['R2.31', '/aboutFyh'],
  ['R2.32', '/messageCenter'],
  ['R2.33', '/messageDetail'],
  ['R2.34', '/withdraw/:capitalId'],
  ['R2.35', '/addBankCard'],
  ['R2.36', '/selectBank'],
  ['R2.37', '/supportedBankList'],
  ['R2.38', '/withdrawSuccess'],
  ['R2.39', '/product'],
  ['R2.40', '/webViewProduct'],
  ['R2.41', '/funders/jsd'],
  ['R2.42', '/funders/cash/:id'],
  ['R2.43', '/funders/cashReceive'],
  ['R2.44', '/funders/cashReceiveRecord/:activityId'],
  ['R2.45', '/capitalForm'],
  ['R2.46', '/capitalProfile'],
  ['R2.47', '/capitalWithdraw'],
  ['R2.48', '/capitalResult'],
  ['R2.49', '/equityOrder'],
  ['R2.50', '/mock/memberBenefit'],
  ['R2.51', '/mock/authorizedDeduction'],
  ['R2.52', '/mock/userInfoAuth'],
  ['R2.53', '/mock/serviceAgreement'],
  ['R2.54', '/protocol/creditEnquiry'],
  ['R2.55', '/protocol/registration'],
  ['R2.56', '/protocol/userPrivacy'],
  ['R2.57', '/protocol/sdkDescription'],
  ['R2.58', '/protocol/informationCollection'],
  ['R2.59', '/protocol/loanFlowShare'],
  ['R2.60', '/protocol/commitment'],
  ['R2.61', '/protocol/electronicSignature'],
  [
    'R2.62',
    '/protocol/creditEnquiryOut',
    '/protocol/registrationOut',
    '/protocol/userPrivacyOut',
    '/protocol/loanFlowShareOut',
    '/protocol/commitmentOut',
    '/protocol/electronicSignatureOut',
  ],
  ['R2.63', '/protocol/shareAgreement/:id'],
  ['R2.64', '/capitalProList'],
  ['R2.65', '/capitalProListToSingle'],
  ['R2.66', '/sharedIndividual'],
  ['R2.67', '/customized'],
  ['R2.68', '/authentication/staff'],
  ['R2.69', '/authentication/bankCard'],
  ['R2.70', '/authentication/reserveFund'],
  ['R2.71', '/authentication/success'],
  ['R2.72', '/additionalInformation'],
]
/** Addresses of our own beside them. */
const own = ['/prepayment/:id']
const table = [...firstEntries, ...(await learnMoreScreens())]
const screenOf = (path: string) => table.find(({ screen }) => screen.path === path)?.screen

test.each(required)('%s is in the table exactly once, and its address finds it', (_id, ...paths) => {
  for (const path of paths) {
    expect(table.filter(({ screen }) => screen.path === path)).toHaveLength(1)
    expect(entryAt(path.replace(/:\w+/, '17'))?.screen.path).toBe(path)
  }
})

test('R2.2 to R2.72 are all there, and nothing is in the table that is neither theirs nor known as our own', () => {
  expect(required.map(([id]) => id)).toEqual(Array.from({ length: 71 }, (_, place) => `R2.${place + 2}`))
  const known = [...required.flatMap(([, ...paths]) => paths), ...own]
  expect(table.map(({ screen }) => screen.path).filter((path) => !known.includes(path))).toEqual([])
})

describe('what the table says of the screens', () => {
  test('R2.62 R2.63 the texts shown outside have no title bar of the page, and otherwise are the same', () => {
    const outside = table.filter(({ screen }) => screen.path.endsWith('Out'))
    expect(outside).toHaveLength(6)
    for (const { screen } of outside) {
      expect(screen.meta.hideH5Header, screen.path).toBe(true)
      const inside = screenOf(screen.path.replace(/Out$/, ''))
      expect([inside?.titleKey, inside?.meta.auth, String(inside?.load)]).toEqual([screen.titleKey, screen.meta.auth, String(screen.load)])
      expect(inside?.meta.hideH5Header, screen.path).not.toBe(true)
    }
    expect(screenOf('/protocol/shareAgreement/:id')?.meta.hideH5Header).toBe(true)
  })
  test('R2.40 /webViewProduct is the screen of /product', () => {
    const [one, other] = [screenOf('/product'), screenOf('/webViewProduct')]
    expect([other?.titleKey, other?.meta, String(other?.load)]).toEqual([one?.titleKey, one?.meta, String(one?.load)])
  })
  test('R2.7 /demo is kept alive', () => expect(screenOf('/demo')?.meta.keepAlive).toBe(true))
  test('R2.80 an init event is for five screens, and for home only when logged in', () => {
    const tracking = table.filter(({ screen }) => screen.meta.tracksInit !== undefined)
    const rules = tracking.map(({ screen }) => [screen.path, screen.meta.tracksInit])
    expect(Object.fromEntries(rules)).toEqual({
      '/home': 'user',
      '/download': true,
      '/extend': true,
      '/applyIdentity': true,
      '/applyProfile': true,
    })
  })
  test('R6.1 a guest may read agreements, offers and help; what is about a person’s money asks for a login', () => {
    const guests = table.filter(({ screen }) => screen.meta.auth === 'guest').map(({ screen }) => screen.path)
    const texts = required.flatMap(([, ...paths]) => paths).filter((path) => path.startsWith('/protocol/'))
    const open = ['/home', '/account', '/login', '/setting', '/supportedBankList', '/aboutUs', '/aboutFyh', '/demo']
    const offers = ['/h5Middle', '/download', '/extend', '/product', '/webViewProduct', '/funders/cash/:id', '/capitalForm']
    const other = ['/customAgreement', '/customized', '/sharedIndividual', '/mock/serviceAgreement']
    expect(guests.toSorted()).toEqual([...texts, ...open, ...offers, ...other].toSorted())
  })
})
