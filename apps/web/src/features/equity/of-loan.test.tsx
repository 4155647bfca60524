import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { OfLoan } from './of-loan.tsx'

afterEach(cleanup)

test('R2.49 an order names the loan that it was bought with and leads to it', async () => {
  const { here } = await openScreen(() => <OfLoan loanId={5} />, ['equity'])
  fireEvent.click(screen.getByRole('button', { name: /随一笔借款购买/ }))
  expect(here()).toBe('/loan/detail/5')
})
