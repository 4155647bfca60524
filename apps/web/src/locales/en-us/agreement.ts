import type { Same } from '../resources.ts'
import type { agreement as zh } from '../zh-cn/agreement.ts'

export const agreement: Same<typeof zh> = {
  title: {
    signed: 'My agreements',
    creditEnquiry: 'Information Query and Use Authorization',
    registration: 'Registration Service Agreement',
    userPrivacy: 'User Privacy Protection Policy',
    sdkDescription: 'Third-Party SDK Description',
    informationCollection: 'Personal Information Collection Statement',
    loanFlowShare: 'Personal Information Sharing Authorization',
    commitment: 'Non-Student Commitment Letter',
    electronicSignature: 'Digital Certificate and E\u2011Signature Service Authorization',
    shareAgreement: 'Sharing authorization',
    capital: 'Lender agreement',
    capitalSingle: 'Lender agreement text',
    capitalList: 'Lender agreements',
    capitalListToSingle: 'This lender’s agreements',
    custom: 'Custom agreement',
    customized: 'Custom agreement text',
    sharedIndividual: 'Personal information sharing',
  },
  lead: 'Every agreement you’ve signed, exactly as you signed it.',
  signedAt: 'Signed {{time}} · Version {{version}}',
  empty: 'No signed agreements yet',
  emptyBody: 'Agreements and contracts you sign will appear here.',
  more: 'Load more',
}
