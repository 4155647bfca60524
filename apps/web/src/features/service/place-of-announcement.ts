import { agreementScreens } from '#features/agreement/agreement.screens.ts'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { to } from '#platform/screen.ts'
import type { Announcement } from './service.queries.ts'
import { serviceScreens } from './service.screens.ts'

type Target = Exclude<Announcement['target'], null>

const paths: Readonly<Record<Target, () => string>> = {
  help: () => to(serviceScreens.help),
  product: () => to(capitalScreens.product),
  bills: () => to(repayScreens.bills),
  feedback: () => to(serviceScreens.feedback),
  agreements: () => to(agreementScreens.signed),
}

export const placeOfAnnouncement = (target: Target): string => paths[target]()
