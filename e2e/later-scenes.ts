import type { Scene } from './scenes.ts'

/** Addresses whose screens come later. One that is built leaves this list for scenes of its own, in every state. */
const forGuests = [
  '/h5Middle',
  '/download',
  '/extend',
  '/customAgreement',
  '/aboutUs',
  '/aboutFyh',
  '/product',
  '/webViewProduct',
  '/funders/cash/:id',
  '/capitalForm',
  '/mock/serviceAgreement',
  '/protocol/creditEnquiry',
  '/protocol/registration',
  '/protocol/userPrivacy',
  '/protocol/sdkDescription',
  '/protocol/informationCollection',
  '/protocol/loanFlowShare',
  '/protocol/commitment',
  '/protocol/electronicSignature',
  '/protocol/creditEnquiryOut',
  '/protocol/registrationOut',
  '/protocol/userPrivacyOut',
  '/protocol/loanFlowShareOut',
  '/protocol/commitmentOut',
  '/protocol/electronicSignatureOut',
  '/protocol/shareAgreement/:id',
  '/sharedIndividual',
  '/customized',
]
const forBorrowers = [
  '/capitalProtocol',
  '/capitalProtocolSingle',
  '/capitalProList',
  '/capitalProListToSingle',
  '/funders/jsd',
  '/funders/cashReceive',
  '/funders/cashReceiveRecord/:activityId',
  '/capitalProfile',
  '/capitalWithdraw',
  '/capitalResult',
  '/equityOrder',
  '/mock/memberBenefit',
  '/mock/authorizedDeduction',
  '/mock/userInfoAuth',
  '/authentication/staff',
  '/authentication/bankCard',
  '/authentication/reserveFund',
  '/authentication/success',
  '/additionalInformation',
]

const sceneOf = (screen: string, as: Scene['as']): Scene => ({
  name: `later${screen.replace(/\W+/g, '-')}`,
  screen,
  as,
  path: screen.replace(/:\w+/, '1'),
})

export const laterScenes: readonly Scene[] = [
  ...forGuests.map((screen) => sceneOf(screen, 'guest')),
  ...forBorrowers.map((screen) => sceneOf(screen, 'active')),
]
