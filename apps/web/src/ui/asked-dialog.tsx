import { Button } from './button.tsx'
import type { Asked } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { useUiWords } from './words.tsx'

/** A question with its two answers, side by side. */
export function AskedDialog({ question }: { question: Asked }) {
  const words = useUiWords()
  return (
    <Dialog
      open
      title={question.title}
      onClose={() => question.answer(false)}
      actions={
        <>
          <Button kind="quiet" block onPress={() => question.answer(false)}>
            {question.no ?? words.cancel}
          </Button>
          <Button kind={question.danger === true ? 'danger' : 'action'} block onPress={() => question.answer(true)}>
            {question.yes ?? words.confirm}
          </Button>
        </>
      }
    >
      {question.body}
    </Dialog>
  )
}
