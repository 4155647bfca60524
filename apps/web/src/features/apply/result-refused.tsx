import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { useGo } from '#platform/navigation.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import type { Result } from './apply.queries.ts'
import styles from './result-refused.module.css'

/** Refused: why, from when one may apply again, and the way to a person. */
export function RefusedResult({ result }: { result: Result }) {
  const t = useWords('apply')
  const go = useGo()
  const isFinal = result.state === 'refusedFinally'
  return (
    <Page
      back={false}
      footer={
        <Button block onPress={go.home}>
          {t('result.home')}
        </Button>
      }
    >
      <ResultMoment state="failed" title={isFinal ? t('result.finalTitle') : t('result.refusedTitle')}>
        {isFinal ? t('result.finalBody') : t('result.refusedBody')}
      </ResultMoment>
      <Reasons codes={result.reasons} />
      <Card rows>
        <KeyValueList>
          {result.applyAgainOn === null ? (
            <KeyValue name={t('result.again')} value={t('result.noAgain')} />
          ) : (
            <KeyValue name={t('result.againTitle')} value={result.applyAgainOn} strong short />
          )}
        </KeyValueList>
      </Card>
      {result.canAskHuman && <AskHuman />}
    </Page>
  )
}

const reasonCodes = ['student', 'underAge', 'overAge', 'incomeLow', 'employmentUnstable', 'scoreLow'] as const

function Reasons({ codes }: { codes: readonly string[] }) {
  const t = useWords('apply')
  if (codes.length === 0) return null
  const wordsOf = (code: string) => {
    const known = reasonCodes.find((reason) => reason === code)
    return known === undefined ? t('unknownReason') : t(`reason.${known}`)
  }
  return (
    <Card title={t('result.reasonsTitle')}>
      <ul className={styles.reasons}>
        {codes.map((code) => (
          <li key={code} className={styles.reason}>
            <Icon name="info" size={18} />
            <span>{wordsOf(code)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function AskHuman() {
  const t = useWords('apply')
  const [asking, setAsking] = useState(false)
  const ask = useChange(() => api.apply.askHuman({ body: {} }))
  const confirm = async () => {
    await ask.mutateAsync(undefined)
    setAsking(false)
    toast(t('result.asked'))
  }
  return (
    <Card>
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
    </Card>
  )
}
