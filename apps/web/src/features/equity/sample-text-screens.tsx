import { TextPage } from './text-page.tsx'

/** What a borrower agrees to when a card is bound. */
export const AuthorizedDeductionScreen = () => <TextPage agreementKey="authorizedDeduction" />
/** Which details are collected, and for what. */
export const UserInfoAuthScreen = () => <TextPage agreementKey="informationCollection" />
/** The terms under which benefits are bought. */
export const ServiceAgreementScreen = () => <TextPage agreementKey="benefitTerms" />
