import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { equity as equityWords } from '#locales/zh-cn/equity.ts'
import { today } from '#platform/clock.ts'
import { ConfirmHost } from '#ui/confirm.tsx'
import { ToastHost } from '#ui/toast.tsx'
import { OrderScreen } from './order-screen.tsx'
import { sampleOrder } from './samples.ts'

const sample = sampleOrder((one) => equityWords.sampleName[one], today())
/** An order in use of which nothing was used. */
export const order = { ...sample, orderId: 7, payment: { ...sample.payment, bankName: '工商银行' } }
export const cards = [
  { cardId: 1, bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: true },
  { cardId: 2, bankCode: 'CCB', bankName: '建设银行', tail: '0019', isDefault: false },
]
export const terms = { key: 'benefitTerms', version: '1.0', sha256: 'a'.repeat(64) }
export const offered = { packages: [{ ...sample.package, ownOrderId: null, lastOrderId: null }], cards }

function Asking() {
  return (
    <>
      <OrderScreen />
      <ConfirmHost />
      <ToastHost />
    </>
  )
}

/** Opens /equityOrder with a query; `table` replaces answers of the server. */
export async function open(query: string, table: Record<string, unknown> = {}) {
  const calls = answer({
    '/equity/packages': offered,
    '/equity/orders': { items: [], next: null },
    '/equity/order/7': order,
    '/agreement/current': { texts: [{ ...terms, title: '权益服务协议' }] },
    '/sms/authCode/send': { smsCodeDigits: 6, waitSeconds: 60, mobileMask: '138****4200' },
    ...table,
  })
  const shown = await openScreen(Asking, ['equity', 'blocks'], `/screen${query}`)
  return { ...shown, sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body) }
}
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const tap = async (name: string | RegExp) => fireEvent.click(await button(name))
/** What a person reads; a space at which no line breaks is a space. */
export const shownText = () => (document.body.textContent ?? '').replaceAll('\u00A0', ' ')

/** Keeps the idempotency keys of a path, and has an answer of it lost while `isLost` says so. */
export function watchKeys(end: string, isLost: () => boolean = () => false): (string | null)[] {
  const keys: (string | null)[] = []
  const fetched = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (!address.endsWith(end)) return fetched(address, init)
    keys.push(new Headers(init.headers).get('idempotency-key'))
    if (isLost()) throw new TypeError('the connection broke')
    return fetched(address, init)
  })
  return keys
}
