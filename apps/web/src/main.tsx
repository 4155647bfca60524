import './brands/tokens.css'
import './ui/foundation.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Application } from '#app/application.tsx'
import { followOtherTabs } from '#app/other-tabs.ts'
import { refreshWhenBack, startRelations } from '#app/relations.ts'
import { makeRouter } from '#app/router.tsx'
import { keepScroll } from '#app/scroll.ts'
import { readVisit } from '#app/visit.ts'
import { applyBrand, chooseBrand } from '#brands/brand.ts'
import { detectHost } from '#host/detect.ts'
import { htmlLanguage, startWords, wordOf } from '#locales/i18n.ts'
import { makeQueryClient } from '#platform/query.ts'
import { local, session } from '#platform/storage.ts'
import { keepInitialToken, useUserStore } from '#platform/store.ts'
import { watchKeyboard } from '#ui/keyboard.ts'

/** The composition root: what the address and the host say, then words, brand and router, and at last the page. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  const { language } = readVisit()
  keepInitialToken()
  const [host] = await Promise.all([detectHost(), startWords(language)])
  document.documentElement.lang = htmlLanguage[language]
  const brand = chooseBrand(window.location.search, session.get('productType'))
  const face = { name: wordOf(brand.titleKey), mark: wordOf(brand.markKey) }
  applyBrand(brand, face.mark)
  local.set('productTitle', face.name)
  useUserStore.setState({ productType: brand.id })
  const inside = host.kind === 'browser' ? undefined : await import('#app/inside-host.ts')
  await inside?.enterHost(host)
  const router = makeRouter({ brandName: face.name })
  startRelations({ host, router })
  keepScroll(router)
  const client = makeQueryClient()
  refreshWhenBack(client, root)
  followOtherTabs(router, client)
  inside?.followHost(host, router, client)
  watchKeyboard()
  createRoot(root).render(
    <StrictMode>
      <Application router={router} client={client} face={face} />
    </StrictMode>,
  )
}

void start()
