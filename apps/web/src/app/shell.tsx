import { useMemo } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useWords, wordOf } from '#locales/i18n.ts'
import { currentHost, useGo } from '#platform/navigation.ts'
import { ConfirmHost } from '#ui/confirm.tsx'
import { type PageChrome, PageChromeProvider } from '#ui/page.tsx'
import { ToastHost } from '#ui/toast.tsx'
import { Underway } from '#ui/underway.tsx'
import { ComplaintLink } from './complaint-link.tsx'
import { drawingNow, frontOf } from './front.ts'
import { MainTabs } from './main-tabs.tsx'
import { titleKeyAt } from './navigation.ts'
import { entryAt } from './screens.ts'
import { UiWordsFromPack } from './ui-words.tsx'

/** What stands around every screen: title and way back, tab bar, toast, questions. */
export function Shell() {
  const location = useLocation()
  const entry = entryAt(location.pathname)
  const go = useGo()
  const t = useWords('shell')
  const underway = useNavigation().state !== 'idle'
  const meta = entry?.screen.meta
  const titleKey = titleKeyAt(location)
  const Front = frontOf(entry)
  // biome-ignore lint/correctness/useExhaustiveDependencies: t stands for the language, in which the title is written
  const chrome = useMemo<PageChrome>(
    () => ({
      headerHidden: headerHidden(meta),
      title: titleKey === undefined ? '' : wordOf(titleKey),
      onBack: meta?.tab === undefined ? go.back : undefined,
      tabBar: meta?.tab === undefined ? undefined : <MainTabs active={meta.tab} />,
      end: meta?.aboutMoney === undefined ? undefined : (about) => <ComplaintLink where={meta.aboutMoney} about={about} />,
    }),
    [meta, titleKey, go, t],
  )
  return (
    <UiWordsFromPack>
      <PageChromeProvider chrome={chrome}>
        <Front key={drawingNow()} />
      </PageChromeProvider>
      {underway && <Underway />}
      <ConfirmHost />
      <ToastHost />
    </UiWordsFromPack>
  )
}

/** Never two title bars: the host's, when it shows one, is enough. */
function headerHidden(meta: { hideH5Header?: boolean; showAppHeader?: boolean } | undefined): boolean {
  const { titleBar } = currentHost()
  if (meta?.hideH5Header === true || titleBar === 'always') return true
  return titleBar === 'onRequest' && meta?.showAppHeader === true
}
