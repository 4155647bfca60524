import type { Same } from '../resources.ts'
import type { agreement as zh } from '../zh-cn/agreement.ts'

export const agreement: Same<typeof zh> = {
  title: {
    signed: 'My agreements',
    creditEnquiry: 'Information Query and Use Authorisation',
    registration: 'Registration Service Agreement',
    userPrivacy: 'User Privacy Protection Policy',
    sdkDescription: 'Third-Party SDK Description',
    informationCollection: 'Personal Information Collection Statement',
    loanFlowShare: 'Personal Information Sharing Authorisation',
    commitment: 'Non-Student Commitment Letter',
    electronicSignature: 'Digital Certificate and E\u2011Signature Service Authorisation',
    shareAgreement: 'Authorisation to share',
    capital: 'Agreement with the lender',
    capitalSingle: 'Text of the agreement with the lender',
    capitalList: 'Agreements with lenders',
    capitalListToSingle: 'Agreements with one lender',
    custom: 'Customised agreement',
    customized: 'Text of the customised agreement',
    sharedIndividual: 'Personal information shared',
  },
  lead: 'Every text you signed, readable exactly as it was signed.',
  signedAt: 'Signed {{time}} · version {{version}}',
  empty: 'Nothing signed yet',
  emptyBody: 'Consents and contracts you agree to are listed here.',
  more: 'Load more',
}
