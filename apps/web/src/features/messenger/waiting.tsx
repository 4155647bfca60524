import { createRoot } from 'react-dom/client'
import { useWords } from '#locales/i18n.ts'
import { Page, type PageChrome, PageChromeProvider } from '#ui/page.tsx'
import { Empty, Slow } from '#ui/states.tsx'
import { Late } from '#ui/underway.tsx'

/** Draws the wait on the page, which nothing else is on yet; the function takes it away. */
export function drawWaiting(): () => void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<Authorising />)
  return () => {
    root.unmount()
    place.remove()
  }
}

/** Nothing for the moment that it usually takes; then what is waited for, and that it takes long. */
export function Authorising() {
  const t = useWords('messenger')
  const chrome: PageChrome = { headerHidden: true, title: t('notice.title'), onBack: undefined, tabBar: undefined }
  return (
    <PageChromeProvider chrome={chrome}>
      <Late>
        <Page>
          <div role="status">
            <Empty icon="clock" title={t('waiting.title')}>
              <Slow>{t('waiting.slow')}</Slow>
            </Empty>
          </div>
        </Page>
      </Late>
    </PageChromeProvider>
  )
}
