import { assert } from '@fyh/base/assert.ts'
import { CardPicker, type CardSummary, type useChosenCard } from '#blocks/card-picker.tsx'
import { sendCode } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Text } from '#ui/text.tsx'
import type { useConfirming } from './use-confirming.ts'

type Confirming = ReturnType<typeof useConfirming>

/** Which card is debited; binding another one leads back to `here`. */
export function DebitCard({
  cards,
  cardId,
  choose,
  here,
  error,
}: ReturnType<typeof useChosenCard> & { cards: readonly CardSummary[]; here: string; error: string | undefined }) {
  const t = useWords('repay')
  const go = useGo()
  return (
    <Card rows>
      <KeyValueList>
        <CardPicker
          name={t('detail.card')}
          cards={cards}
          value={cardId}
          onChange={choose}
          error={error}
          onAdd={() => go.to(to(cardScreens.addBankCard, undefined, { next: here }))}
        />
      </KeyValueList>
    </Card>
  )
}

type CodeProps = { confirming: Confirming; cardId: number | undefined; atOnce: string | undefined }

/** The code that confirms a debit; `atOnce` says that entering it is enough, once it is known for how much. */
export function DebitCode({ confirming, cardId, atOnce }: CodeProps) {
  const { debit } = confirming
  return (
    <Card>
      <SmsCodeBox
        about="repay"
        order={debit && `${JSON.stringify(debit)} ${cardId}`}
        before={async () => (await confirming.form.submit('sum', 'card')).valid && debit !== undefined && cardId !== undefined}
        send={(options) => {
          assert(debit !== undefined && cardId !== undefined, 'a code is asked for only for a whole order')
          if (!('bills' in debit)) return sendCode({ purpose: 'repay', ...debit, cardId }, options)
          return sendCode({ purpose: 'repayTogether', bills: [...debit.bills], cardId }, options)
        }}
        {...confirming.form.field('code')}
        onComplete={confirming.onCode}
        error={confirming.form.errorOf('code')}
      />
      {atOnce !== undefined && !confirming.isChanged && (
        <Text size="small" figures>
          {atOnce}
        </Text>
      )}
      {confirming.dialog}
    </Card>
  )
}

/** What stands in the way of a debit that was confirmed. */
export function DebitNotice({ notice }: { notice: string | undefined }) {
  if (notice === undefined) return null
  return (
    <Note tone="warning" live>
      {notice}
    </Note>
  )
}
