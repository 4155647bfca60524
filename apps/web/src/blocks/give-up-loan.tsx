import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.tsx'

/** Gives up a loan whose pay-out failed, after asking. */
export function GiveUpLoan({ loanId, onGivenUp }: { loanId: number; onGivenUp?: () => void }) {
  const t = useWords('blocks')
  const giveUp = useChange(() => api.borrow.giveUp({ params: { id: loanId } }))
  const press = async () => {
    if (!(await confirm({ title: t('giveUp.title'), body: t('giveUp.body'), yes: t('giveUp.act'), danger: true }))) return
    await giveUp.mutateAsync(undefined)
    onGivenUp?.()
  }
  return (
    <Button kind="quiet" block onPress={press}>
      {t('giveUp.act')}
    </Button>
  )
}
