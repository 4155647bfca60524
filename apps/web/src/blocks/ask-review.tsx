import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'

/** The one more look at a refused application, asked for after a question. Needs the words of `apply`. */
export function AskReview() {
  const t = useWords('apply')
  const [asking, setAsking] = useState(false)
  const ask = useChange(() => api.apply.askHuman({ body: {} }))
  const confirm = async () => {
    await ask.mutateAsync(undefined)
    setAsking(false)
    toast(t('result.asked'))
  }
  return (
    <>
      <Stack gap={3}>
        <Text size="quiet">{t('result.askHumanNote')}</Text>
        <Button kind="quiet" block onPress={() => setAsking(true)}>
          {t('result.askHuman')}
        </Button>
      </Stack>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('result.askHumanTitle')}
        actions={
          <>
            <Button kind="quiet" block onPress={() => setAsking(false)}>
              {t('shell:ui.cancel')}
            </Button>
            <Button block onPress={confirm}>
              {t('shell:ui.confirm')}
            </Button>
          </>
        }
      >
        {t('result.askHumanBody')}
      </Dialog>
    </>
  )
}
