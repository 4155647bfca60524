import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, test } from './trace-harness.ts'
import { button } from './walk.ts'

const root = fileURLToPath(new URL('../apps/web/', import.meta.url))

test('TR-05 with effects that run twice, as in development, every page viewed is told once, a redirect not at all, and nothing is posted twice', async ({
  page,
  stack,
  words,
  eventsOf,
}) => {
  const proxied = (target: string) => ({ target, headers: { origin: stack.web } })
  const vite = await createServer({
    root,
    logLevel: 'error',
    cacheDir: 'node_modules/.vite-strict',
    server: { port: 0, host: '127.0.0.1', hmr: false, proxy: { '/api': proxied(stack.web), '/fuyh': proxied(stack.trace) } },
  })
  await vite.listen()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${vite.resolvedUrls?.local[0]}?channelCode=tr-05&lang=zh-cn`)
  await button(page, words.home.guest.seeLimit).click()
  await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
  await page.goto(`${vite.resolvedUrls?.local[0]}loan`)
  await expect(page).toHaveURL(/login/)
  const views = async () => (await eventsOf('tr-05')).filter(({ event }) => event === 'page_load').map(({ page: label }) => label)
  await expect.poll(views).toEqual(['home', 'login', 'login'])
  // One report for each of the two documents, and nothing else that changes data.
  expect(posts.filter((path) => path.startsWith('/api') && !/fyhHome|tourist/i.test(path))).toEqual(
    Array(2).fill('/api/fp/app/trace/report'),
  )
  await vite.close()
})
