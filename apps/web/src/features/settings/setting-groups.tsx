import type { ComponentType } from 'react'
import { AboutCard } from './about-card.tsx'
import { AccountCard } from './account-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { LanguageCard } from './language-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { PromotionsCard } from './promotions-card.tsx'
import { ServiceCard } from './service-card.tsx'
import { TextSizeCard } from './text-size-card.tsx'

type SettingGroup = {
  readonly name: string
  /** `user`: only for a borrower who is logged in. */
  readonly for: 'everyone' | 'user'
  readonly Group: ComponentType
}

/** What /setting shows, from the top. A slice adds its rows as one more card. */
export const settingGroups: readonly SettingGroup[] = [
  { name: 'account', for: 'user', Group: AccountCard },
  { name: 'privacy', for: 'user', Group: PrivacyCard },
  { name: 'textSize', for: 'everyone', Group: TextSizeCard },
  { name: 'language', for: 'everyone', Group: LanguageCard },
  { name: 'promotions', for: 'user', Group: PromotionsCard },
  { name: 'service', for: 'everyone', Group: ServiceCard },
  { name: 'about', for: 'everyone', Group: AboutCard },
  { name: 'devices', for: 'user', Group: DevicesCard },
]
