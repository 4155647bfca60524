import { currentLanguage, type Language, languages, setLanguage, useWords } from '#locales/i18n.ts'
import { local } from '#platform/storage.ts'
import { Card } from '#ui/card.tsx'
import { Segmented } from '#ui/segmented.tsx'

export function LanguageCard() {
  const t = useWords('settings')
  const choose = async (language: Language) => {
    local.set('language', language)
    await setLanguage(language)
  }
  return (
    <Card title={t('language')}>
      <Segmented
        label={t('language')}
        value={currentLanguage()}
        onChange={choose}
        options={languages.map((language) => ({ value: language, label: t(`base:languageName.${language}`) }))}
      />
    </Card>
  )
}
