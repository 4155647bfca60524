import './brands/tokens.css'
import './ui/foundation.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Application } from '#app/application.tsx'
import { startRelations } from '#app/relations.ts'
import { makeRouter } from '#app/router.tsx'
import { readVisit } from '#app/visit.ts'
import { applyBrand, chooseBrand } from '#brands/brand.ts'
import { detectHost } from '#host/detect.ts'
import { htmlLanguage, startWords, wordOf } from '#locales/i18n.ts'
import { makeQueryClient } from '#platform/query.ts'
import { local, session } from '#platform/storage.ts'
import { keepInitialToken, useUserStore } from '#platform/store.ts'
import { showTextSize } from '#platform/text-size.ts'

/** The composition root: what the address and the host say, then words, brand and router, and at last the page. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  showTextSize()
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
  const client = makeQueryClient()
  inside?.followHost(host, router, client)
  createRoot(root).render(
    <StrictMode>
      <Application router={router} client={client} face={face} />
    </StrictMode>,
  )
  const { runAlongside } = await import('#app/alongside.ts')
  runAlongside({ router, client, root })
}

void start()
