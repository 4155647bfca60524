import { agreementScreens } from '#features/agreement/agreement.screens.ts'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { authenticationScreens } from '#features/authentication/authentication.screens.ts'
import { campaignScreens } from '#features/campaign/campaign.screens.ts'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { couponScreens } from '#features/coupon/coupon.screens.ts'
import { demoScreens } from '#features/demo/demo.screens.ts'
import { equityScreens } from '#features/equity/equity.screens.ts'
import { flowScreens } from '#features/flow/flow.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { messageScreens } from '#features/message/message.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { settingsScreens } from '#features/settings/settings.screens.ts'

/** The screens that a first visit of /home can do without. Imported late, by screens.ts alone. */
export const moreSlices = {
  message: messageScreens,
  repay: repayScreens,
  loan: loanScreens,
  apply: applyScreens,
  agreement: agreementScreens,
  settings: settingsScreens,
  capital: capitalScreens,
  campaign: campaignScreens,
  coupon: couponScreens,
  equity: equityScreens,
  authentication: authenticationScreens,
  flow: flowScreens,
  demo: demoScreens,
  service: serviceScreens,
}
