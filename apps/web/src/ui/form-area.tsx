import type { FormEvent, ReactNode, RefCallback } from 'react'

/**
 * Around the inputs of a form and the button that sends them, which has `type="submit"`. Enter in an input, and "go" on the phone's
 * keyboard, press that button; nothing else of a native form is used.
 * @param place of `useForm`, so that the first wrong field is found in here.
 */
export function FormArea({
  place,
  className,
  children,
}: {
  place: RefCallback<HTMLElement>
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <form noValidate ref={place} className={className} onSubmit={stay}>
      {children}
    </form>
  )
}

function stay(event: FormEvent): void {
  event.preventDefault()
  // A dialog stands elsewhere in the document, but inside the form of its screen for React.
  event.stopPropagation()
}
