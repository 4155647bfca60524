import './brands/tokens.css'
import './ui/foundation.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Application } from '#app/application.tsx'
import { isAtDrawnHome, keepDrawnOffer, pressTapped, takeDrawnPage } from '#app/drawn-page.ts'
import { startRelations } from '#app/relations.ts'
import { makeRouter } from '#app/router.tsx'
import { readVisit } from '#app/visit.ts'
import { applyBrand, chooseBrand } from '#brands/brand.ts'
import { detectHost } from '#host/detect.ts'
import { htmlLanguage, startWords, wordOf } from '#locales/i18n.ts'
import { makeQueryClient } from '#platform/query.ts'
import { local, session } from '#platform/storage.ts'
import { isLoggedIn, keepInitialToken, useUserStore } from '#platform/store.ts'
import { showTextSize } from '#platform/text-size.ts'

/** The composition root: what the address and the host say, then words, brand and router, and at last the page. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  showTextSize()
  const { language } = readVisit()
  keepInitialToken()
  const brand = chooseBrand(window.location.search, session.get('productType'))
  const drawn = takeDrawnPage(root, { language: htmlLanguage[language], brand: brand.id })
  const [host] = await Promise.all([detectHost(), startWords(language)])
  document.documentElement.lang = htmlLanguage[language]
  const face = { name: wordOf(brand.titleKey), mark: wordOf(brand.markKey) }
  applyBrand(brand, face.mark)
  local.set('productTitle', face.name)
  useUserStore.setState({ productType: brand.id, themeData: { brand: brand.id, ...face, icon: brand.icon } })
  const inside = host.kind === 'browser' ? undefined : await import('#app/inside-host.ts')
  await inside?.enterHost(host)
  const router = makeRouter({ brandName: face.name })
  startRelations({ host, router })
  const client = makeQueryClient()
  inside?.followHost(host, router, client)
  const application = (
    <StrictMode>
      <Application router={router} client={client} face={face} />
    </StrictMode>
  )
  if (drawn !== undefined && (await isAtDrawnHome(router)) && isLoggedIn() === (drawn === 'waiting')) {
    keepDrawnOffer(client)
    hydrateRoot(root, application)
    pressTapped()
  } else {
    delete document.documentElement.dataset.drawn
    createRoot(root).render(application)
  }
  const { runAlongside } = await import('#app/alongside.ts')
  runAlongside({ router, client, root })
}

void start()
