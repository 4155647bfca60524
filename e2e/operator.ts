import { collect } from '@fyh/contract/trace.ts'
import { expect, type Page } from '@playwright/test'
import { type Words, zhCn } from '../apps/trace/src/answer/words/zh-cn.ts'
import type { Stack } from './stack.ts'

export const wide = { width: 1280, height: 900 }
export const narrow = { width: 390, height: 844 }

/** The password that the start of the product prints. */
export const passwordOf = (stack: Stack): string => /\/operator .*password (\S+)/.exec(stack.output())?.[1] ?? ''
export const operatorOf = (stack: Stack): string => `${stack.trace}/operator`

type Account = { readonly name: string; readonly password: string }

export async function logIn(page: Page, stack: Stack, { login }: Words = zhCn, account?: Account): Promise<void> {
  const { name, password } = account ?? { name: 'operator', password: passwordOf(stack) }
  await page.goto(operatorOf(stack))
  await page.getByLabel(login.name).fill(name)
  await page.getByLabel(login.password).fill(password)
  await page.getByRole('button', { name: login.submit }).click()
  await expect(page.getByRole('button', { name: login.out })).toBeVisible()
}

let sent = 0
export async function send(stack: Stack, events: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const numbered = events.map((event) => ({ ...collect.trace.example.body, seq: ++sent, at: Date.now(), ...event }))
  const answer = await fetch(`${stack.trace}${collect.trace.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.web },
    body: JSON.stringify({ events: numbered }),
  })
  expect(await answer.json()).toMatchObject({ code: 0, data: { stored: events.length } })
}

/** What a page of a channel sends; each test has a channel of its own. */
export const from = (channel: string, browser: string, event: Readonly<Record<string, unknown>> = {}) => ({
  generateId: `${channel}-${browser}`,
  traceId: `${channel}-${browser}`.slice(-40),
  channel,
  brand: 'fyh',
  host: 'browser',
  ...event,
})
