import type { Scene } from './scenes.ts'

type Name = (words: Parameters<NonNullable<Scene['act']>>[0]['words']) => string

/** `inside` stands in the overlay once its part has come: the calendar is fetched when it is opened. */
const opened = (name: string, button: Name, inside: 'button' | 'grid' = 'button'): Scene => ({
  name: `demo-${name}`,
  screen: '/demo',
  as: 'guest',
  path: '/demo',
  over: true,
  waiting: true,
  act: async ({ page, words }) => {
    await page.getByRole('button', { name: button(words), exact: true }).click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole(inside).first().waitFor()
  },
})

/** The gallery of the kit, as it comes and with each of its overlays. It shows how waiting looks, so that it never ends to wait. */
export const demoScenes: readonly Scene[] = [
  {
    name: 'demo',
    screen: '/demo',
    as: 'guest',
    path: '/demo',
    waiting: true,
    act: async ({ page, words }) => page.getByRole('heading', { name: words.demo.section.overlay }).waitFor(),
  },
  opened('password', ({ demo }) => demo.password.open),
  opened('day', ({ demo }) => demo.calendar.day, 'grid'),
  opened('range', ({ demo }) => demo.calendar.range, 'grid'),
  opened('sheet', ({ demo }) => demo.overlay.sheet),
  opened('dialog', ({ demo }) => demo.overlay.dialog),
  {
    name: 'demo-form-errors',
    screen: '/demo',
    as: 'guest',
    path: '/demo',
    waiting: true,
    act: async ({ page, words }) => {
      await page.getByRole('button', { name: words.demo.form.send, exact: true }).click()
      await page.getByText(words.demo.form.nickMissing).waitFor()
    },
  },
]
