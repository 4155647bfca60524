import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'

/** R2.73 */
export function NotFound() {
  const t = useWords('shell')
  const go = useGo()
  return (
    <Page title={t('notFound.title')}>
      <Empty icon="help" title={t('notFound.title')} action={<Button onPress={() => go.replace('/home')}>{t('notFound.home')}</Button>}>
        {t('notFound.body')}
      </Empty>
    </Page>
  )
}
