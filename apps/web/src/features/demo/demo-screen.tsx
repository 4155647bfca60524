import { productTypes } from '@fyh/contract/options.ts'
import { currentLanguage, type Language, languages, setLanguage, useWords } from '#locales/i18n.ts'
import { useUserStore } from '#platform/store.ts'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Stack } from '#ui/text.tsx'
import { BadgeSection } from './badge-section.tsx'
import { ButtonSection } from './button-section.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { FormSection } from './form-section.tsx'
import { InputSection } from './input-section.tsx'
import { ListSection } from './list-section.tsx'
import { OverlaySection } from './overlay-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { StateSection } from './state-section.tsx'
import { TextSection } from './text-section.tsx'

/** Every part of the kit in every state, in the language and brand chosen here. */
export function DemoScreen() {
  return (
    <Page>
      <Stack>
        <Surroundings />
        <TextSection />
        <ButtonSection />
        <InputSection />
        <FormSection />
        <PasswordSection />
        <CalendarSection />
        <ListSection />
        <BadgeSection />
        <StateSection />
        <OverlaySection />
      </Stack>
    </Page>
  )
}

function Surroundings() {
  const t = useWords('demo')
  const brand = useUserStore((state) => state.productType)
  return (
    <Card>
      <Stack>
        <Segmented<Language>
          label={t('language')}
          value={currentLanguage()}
          options={languages.map((value) => ({ value, label: t(`base:languageName.${value}`) }))}
          onChange={setLanguage}
        />
        <Segmented
          label={t('brand')}
          value={brand}
          options={productTypes.map((value) => ({ value, label: t(`shell:brand.${value}`) }))}
          onChange={showIn}
        />
      </Stack>
    </Card>
  )
}

/** A brand is chosen by the address, once for a visit: the page is opened anew. */
function showIn(brand: string): void {
  const address = new URL(window.location.href)
  address.searchParams.set('productType', brand)
  address.searchParams.set('lang', currentLanguage())
  window.location.assign(address.href)
}
