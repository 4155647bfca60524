import { Page, type PageChrome, PageChromeProvider } from '#ui/page.tsx'
import { Loading } from '#ui/states.tsx'
import { Late } from '#ui/underway.tsx'
import { UiWordsFromPack } from './ui-words.tsx'

const bare: PageChrome = { headerHidden: true, title: '', onBack: undefined, tabBar: undefined }

/** Stands until the first screen's files are there; says so when that takes long. */
export function Waiting() {
  return (
    <UiWordsFromPack>
      <PageChromeProvider chrome={bare}>
        <Page>
          <Late>
            <Loading />
          </Late>
        </Page>
      </PageChromeProvider>
    </UiWordsFromPack>
  )
}
