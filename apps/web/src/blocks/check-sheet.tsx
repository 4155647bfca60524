import type { CheckChallenge, CheckSolution } from '@fyh/contract/sms-check.ts'
import { useId, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Help } from '#ui/help.tsx'
import { Note } from '#ui/note.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useForm } from '#ui/use-form.ts'
import styles from './check-sheet.module.css'

export type CheckSheetProps = {
  challenge: CheckChallenge
  /** Why there is another challenge after a try, in the server's words. */
  refused: string | undefined
  onSolve: (solution: CheckSolution) => Promise<void>
  onAnother: () => Promise<void>
  onClose: () => void
}

/**
 * Tells people from programs before a text message is sent: a piece to slide into its place, with a finger or the arrow keys, or a
 * question to answer. Nothing moves by itself.
 */
export function CheckSheet({ challenge, refused, onSolve, onAnother, onClose }: CheckSheetProps) {
  const t = useWords('blocks')
  const [way, setWay] = useState<'slide' | 'question'>('slide')
  const { form, x, setX, solve } = useSolution({ way, onSolve })
  const other = way === 'slide' ? 'question' : 'slide'
  return (
    <Sheet
      open
      title={t('check.title')}
      onClose={onClose}
      place={form.place}
      footer={
        <Button block type="submit" onPress={solve}>
          {t('check.submit')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Text size="quiet">{t('check.lead')}</Text>
        {refused !== undefined && (
          <Note tone="warning" live>
            {refused}
          </Note>
        )}
        {way === 'slide' ? (
          <Slide challenge={challenge} x={x} onChange={setX} error={form.errorOf('x')} />
        ) : (
          <Field label={challenge.question} hint={t('check.digits')} error={form.errorOf('answer')}>
            <TextInput {...form.field('answer')} inputMode="numeric" autoComplete="off" maxLength={10} />
          </Field>
        )}
        <Spread>
          <Button kind="text" onPress={() => setWay(other)}>
            {t(`check.way.${other}`)}
          </Button>
          <Button kind="text" onPress={onAnother}>
            {t('check.another')}
          </Button>
        </Spread>
      </Stack>
    </Sheet>
  )
}

function useSolution({ way, onSolve }: { way: 'slide' | 'question' } & Pick<CheckSheetProps, 'onSolve'>) {
  const t = useWords('blocks')
  const [x, setX] = useState(0)
  const [answer, setAnswer] = useState('')
  const form = useForm({
    values: { x: x === 0 ? '' : String(x), answer },
    rules: {
      x: way === 'slide' ? [{ kind: 'required', message: t('check.slideFirst') }] : [],
      answer: way === 'question' ? [{ kind: 'required', message: t('check.answerFirst') }] : [],
    },
    onChange: (_, value) => setAnswer(value),
  })
  const solve = async () => {
    if (!(await form.submit()).valid) return
    await onSolve(way === 'slide' ? { kind: 'slide', x } : { kind: 'question', text: answer })
  }
  return {
    form,
    x,
    solve,
    setX: (next: number) => {
      setX(next)
      form.forget('x')
    },
  }
}

type SlideProps = { challenge: CheckChallenge; x: number; onChange: (x: number) => void; error: string | undefined }

function Slide({ challenge, x, onChange, error }: SlideProps) {
  const t = useWords('blocks')
  const helpId = useId()
  const { width, height, pieceSize, pieceY } = challenge
  const max = width - pieceSize
  const share = (points: number, of: number) => `calc(100% * ${points} / ${of})`
  return (
    <div data-wrong={error === undefined ? undefined : true}>
      <div className={styles.picture}>
        <img className={styles.whole} src={png(challenge.picture)} width={width} height={height} alt={t('check.picture')} />
        <img
          className={styles.piece}
          src={png(challenge.piece)}
          alt=""
          style={{ left: share(x, width), top: share(pieceY, height), width: share(pieceSize, width) }}
        />
      </div>
      <div className={styles.line}>
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={max}
          value={x}
          aria-label={t('check.slider')}
          aria-describedby={helpId}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
        <span className={styles.track} aria-hidden="true" />
        <span className={styles.thumb} aria-hidden="true" style={{ left: `calc((100% - var(--target)) * ${x} / ${max})` }} />
      </div>
      <Help id={helpId} tone={error === undefined ? undefined : 'negative'}>
        {error ?? t('check.slideHint')}
      </Help>
    </div>
  )
}

const png = (base64: string) => `data:image/png;base64,${base64}`
