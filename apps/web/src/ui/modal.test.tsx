import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Modal } from './modal.tsx'

afterEach(cleanup)

const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')
const press = (name: string) => {
  const button = screen.getByText(name)
  button.focus()
  fireEvent.click(button)
}
const leave = () => fireEvent.keyDown(document, { key: 'Escape' })

/** A page with an opener for each of the boxes given. */
function Page({ boxes }: { boxes: Readonly<Record<string, (open: (name: string) => void) => ReactNode>> }) {
  const [open, setOpen] = useState<string>()
  return (
    <>
      {Object.keys(boxes).map((name) => (
        <button key={name} type="button" onClick={() => setOpen(name)}>
          {name}
        </button>
      ))}
      {open !== undefined && (
        <Modal key={open} labelledBy="title" place="bottom" closable onClose={() => setOpen(undefined)}>
          <h2 id="title">{open}</h2>
          {boxes[open]?.(setOpen)}
        </Modal>
      )}
    </>
  )
}

test('a field that takes the focus as it is drawn keeps it, and the opener gets it back', () => {
  // biome-ignore lint/a11y/noAutofocus: this is what the test is about
  render(<Page boxes={{ first: () => undefined, amount: () => <input aria-label="yuan" autoFocus /> }} />)
  press('amount')
  expect(focused()).toBe('yuan')
  leave()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(focused()).toBe('amount')
})

test('a sheet that takes the place of another gives the focus back to where the first was opened', () => {
  const next = (open: (name: string) => void) => (
    <button type="button" onClick={() => open('second')}>
      next
    </button>
  )
  render(<Page boxes={{ first: next, second: () => <button type="button">inside</button> }} />)
  press('first')
  press('next')
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  leave()
  expect(focused()).toBe('first')
})

function Steps() {
  const [step, setStep] = useState('province')
  return (
    <button key={step} type="button" onClick={() => setStep('city')}>
      {step}
    </button>
  )
}

test('a pressed choice that makes room for the next ones leaves the focus inside', async () => {
  render(<Page boxes={{ area: () => <Steps /> }} />)
  press('area')
  press('province')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'area' })))
  leave()
  expect(focused()).toBe('area')
})
