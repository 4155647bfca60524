/** Answers of the server about a made-up partner, for the tests of this slice's screens. */
const rules = {
  dayCount: '30/360',
  tail: 'lastInstalment',
  daysOff: 'stay',
  allocationOrder: ['fee', 'penalty', 'interest', 'principal'],
  penalty: { percentOfRate: 150, graceDays: 3, ceilingPpm: 1_000_000 },
  earlySettlementFeePpm: 0,
  earlySettlementFreeDays: 0,
  interestAhead: 'counts',
}
export const product = {
  ...{ productId: 401, lenderId: 4, lender: '示例合作银行', lenderLicence: 'B0001', lenderType: 'bank', method: 'equalInstalment' },
  ...{ periods: [12, 6], minFen: 100_000, stepFen: 10_000, maxFen: 2_000_000, annualRatePpm: 144_000, penaltyPpmDay: 600 },
  ...{ priceFromPpm: 143_900, priceToPpm: 144_100, rules, bankCodes: ['ICBC'] },
  ...{ openingHours: { from: '06:00', to: '23:00' }, opensAt: null },
}
export const workedFigures = {
  ...{ productId: 401, amountFen: 1_000_000, periods: 12, method: 'equalInstalment', annualRatePpm: 144_000 },
  ...{ simplePpm: 143_999, compoundPpm: 153_894, instalmentFen: 89_975, totalInterestFen: 79_705 },
}
export const consentText = { key: 'partnerSharing', version: '1.0', sha256: 'a'.repeat(64), title: '合作机构个人信息共享授权书' }
const summary = { capitalId: 4, name: '示例合作银行', licence: 'B0001', type: 'bank', way: 'inApp', price: null }
export const partner = {
  ...summary,
  ...{ guarantor: null, servicePhone: null, products: [product], worked: workedFigures, consentText, pageHost: null },
  shares: [
    { items: ['name', 'idNumber'], purpose: 'identity' },
    { items: ['income', 'form'], purpose: 'creditDecision' },
  ],
  neverShared: ['facePictures', 'location', 'contacts'],
  answerMinutes: { usual: 5, most: 1440 },
  ...{ payOutHours: 2, openingHours: { from: '06:00', to: '23:00' }, opensAt: null },
  ...{ reasons: [{ code: 'matches', values: {} }], otherCapitalId: null, consent: null, openApplicationId: null, ratePpm: 144_000 },
}
export const hit = {
  ...summary,
  ...{ matchId: 9, matchedAt: '2026-11-27T02:00:00.000Z', reasons: [{ code: 'matches', values: {} }], worked: workedFigures },
}
export const application = {
  ...{
    applicationId: 77,
    capitalId: 4,
    name: '示例合作银行',
    way: 'inApp',
    status: 'reviewing',
    amountFen: 1_000_000,
    periods: 12,
    use: '01',
  },
  ...{
    approvedFen: null,
    validUntil: null,
    reason: null,
    missing: [],
    missingUntil: null,
    fillUntil: null,
    submittedAt: '2026-11-27T02:00:00.000Z',
  },
  ...{ answerMinutes: { usual: 5, most: 1440 }, slowFrom: null, isSlow: false, loanId: null, movingTo: null, opensAt: null },
}
export const nextPartner = {
  ...{ ...summary, capitalId: 5, name: '示例合作消费金融', licence: 'L0001', type: 'consumerFinance', way: 'ownPage' },
  ...{
    reasons: [{ code: 'matches', values: {} }],
    worked: { ...workedFigures, instalmentFen: 90_542, totalInterestFen: 86_500, simplePpm: 156_000 },
  },
}
export const result = {
  ...{ application, worked: workedFigures, earlier: [], next: null, canMoveOn: false, canStop: false },
  steps: [
    { event: 'opened', at: '2026-11-27T01:58:00.000Z' },
    { event: 'submitted', at: '2026-11-27T02:00:00.000Z' },
    { event: 'reviewing', at: '2026-11-27T02:01:00.000Z' },
  ],
}
const both = (zh: string, en: string) => ({ 'zh-cn': zh, 'en-us': en })
export const fields = [
  { name: 'employer', type: 'text', label: both('工作单位', 'Employer'), required: true, lengthMin: 2, lengthMax: 60 },
  {
    name: 'workYears',
    type: 'number',
    label: both('工作年限', 'Years at work'),
    why: both('评估收入是否稳定', 'Why'),
    required: true,
    min: 0,
    max: 50,
  },
  {
    ...{ name: 'housing', type: 'option', label: both('住房情况', 'Housing'), required: true },
    options: [
      { value: 'own', label: both('自有住房', 'Own') },
      { value: 'rent', label: both('租房', 'Rent') },
    ],
  },
  { name: 'workPhone', type: 'text', label: both('单位电话', 'Work phone'), required: false, pattern: '0\\d{2,3}-?\\d{7,8}' },
]
export const form = {
  ...{ partner: summary, fields, values: { employer: '示例公司' }, prefilled: ['employer'], savedAt: null, isGuest: false },
  application: { ...application, status: 'filling', fillUntil: '2026-12-04T02:00:00.000Z', submittedAt: null },
}

/** The page's text, with plain spaces where a line may not break. */
export const shownText = (): string => (document.body.textContent ?? '').replaceAll('\u00A0', ' ')
