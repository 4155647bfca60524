import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type {} from '../apps/web/src/host/detect.ts'
import type { Member, People } from './people.ts'
import type { Around, Scene } from './scenes.ts'

/** Browsers ignore layout shifts within 500 ms of a touch. The response comes later than that, as on a slow network. */
export const lateMs = 600

/** Puts the person's login where the application keeps it, opens the address, does what the scene asks and waits until it is still. */
export async function show(
  scene: Scene,
  { page, web, people, words, sandbox, query }: Around & { web: string; people: People; query: string },
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const [path, answer] of Object.entries(scene.answers ?? {}))
    await page.route(`**/api/**${path}`, async (route) => {
      if (answer === 'never') return
      if (answer === 'broken') return route.abort()
      if (answer === 'late') {
        await setTimeout(lateMs)
        return route.continue()
      }
      const given = await route.fetch()
      const envelope = await given.json()
      return route.fulfill({ response: given, json: { ...envelope, code: 0, data: answer(envelope.data) } })
    })
  const member: Member | undefined = scene.as === 'guest' ? undefined : people[scene.as]
  await page.goto(`${web}/healthz`)
  await page.evaluate(
    ({ login, within }) => {
      localStorage.clear()
      sessionStorage.clear()
      if (within !== undefined) sessionStorage.setItem('scene-within', within)
      // Authorised already: the messenger's own page is none of the scene.
      if (within === 'messenger') sessionStorage.setItem('openid', 'o1')
      if (login === null) return
      localStorage.setItem('token', login.token)
      localStorage.setItem('user', login.user)
    },
    {
      login: member === undefined ? null : { token: member.token, user: JSON.stringify({ ...member.user, token: member.token }) },
      within: scene.within,
    },
  )
  if (scene.within !== undefined) await page.addInitScript(putHost)
  const path = member !== undefined && scene.of !== undefined ? scene.of(member) : scene.path
  await page.goto(`${web}${path}${path.includes('?') ? '&' : '?'}${query}`)
  // A page without a title has not reached its first screen yet.
  await page.waitForFunction(() => document.title !== '' && document.querySelector('main') !== null)
  if (scene.waiting !== true) await still(page)
  await scene.act?.({ page, words, sandbox })
  if (scene.over === true) await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  if (scene.waiting !== true) await still(page)
}

/** Puts what marks a host into the page, for as long as the scene is shown. */
function putHost(): void {
  const within = sessionStorage.getItem('scene-within')
  if (within === 'messenger') window.WeixinJSBridge = {}
  if (within === 'app') window.fyhAndroid = { postMessage: () => undefined }
}

const still = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('[role="status"][aria-busy="true"]') === null && document.querySelector('main > *') !== null,
  )
