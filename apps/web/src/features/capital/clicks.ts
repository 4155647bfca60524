import type { Api } from '@fyh/contract/api.ts'
import type { RequestOf } from '@fyh/contract/endpoint.ts'
import { useEffect } from 'react'
import { api } from '#platform/api.ts'

type Click = RequestOf<Api['capital']['click']>['body']

/** R7.14: what a person did with a partner, for attribution. Nothing on the screen waits for it, and a failure is ignored. */
export function sendClick(click: Click): void {
  void api.capital.click({ body: click }, { quiet: true, keepalive: true }).catch(() => undefined)
}

/** Sends that a partner was seen on a page; the server counts it once a visit. */
export function useSeen(capitalId: number | undefined, page: string): void {
  useEffect(() => {
    if (capitalId !== undefined) sendClick({ action: 'view', capitalId, page })
  }, [capitalId, page])
}
