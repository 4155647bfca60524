/** What was refused leaves the box after the event, and would take the caret to the end of the text with it. */
export function keepCaret(box: HTMLInputElement | HTMLTextAreaElement, typed: string): void {
  const { selectionEnd } = box
  // Boxes for addresses of mail know no caret.
  if (selectionEnd === null) return
  const fromEnd = typed.length - selectionEnd
  queueMicrotask(() => {
    const place = Math.max(0, box.value.length - fromEnd)
    box.setSelectionRange(place, place)
  })
}
