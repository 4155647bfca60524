import { createRoot } from 'react-dom/client'
import { useWords, wordOf } from '#locales/i18n.ts'
import { isLoggedIn } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { Page, type PageChrome, PageChromeProvider } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'

type Why = 'refused' | 'failed'
type Choice = 'retry' | 'logIn' | 'goOn'

/** Shows the notice on the page, which nothing else is on yet, and takes it away with the choice. */
export function askOnPage(why: Why): Promise<Choice> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  document.title = wordOf('messenger:notice.title')
  return new Promise((settle) => {
    const choose = (choice: Choice) => {
      root.unmount()
      place.remove()
      settle(choice)
    }
    root.render(<Notice why={why} choose={choose} />)
  })
}

/** Nobody has to authorise: logging in by SMS is as near as trying again. */
export function Notice({ why, choose }: { why: Why; choose: (choice: Choice) => void }) {
  const t = useWords('messenger')
  const knows = isLoggedIn()
  // The messenger draws the title above the page; here it is for those who hear the page.
  const chrome: PageChrome = { headerHidden: true, title: t('notice.title'), onBack: undefined, tabBar: undefined }
  return (
    <PageChromeProvider chrome={chrome}>
      <Page
        footer={
          <>
            <Button block onPress={() => choose(knows ? 'goOn' : 'logIn')}>
              {knows ? t('notice.goOn') : t('notice.sms')}
            </Button>
            <Button block kind="quiet" onPress={() => choose('retry')}>
              {t('notice.retry')}
            </Button>
          </>
        }
      >
        <Empty icon="warn" title={t(`notice.${why}Title`)}>
          {t(`notice.${why}Body`)}
        </Empty>
      </Page>
    </PageChromeProvider>
  )
}
