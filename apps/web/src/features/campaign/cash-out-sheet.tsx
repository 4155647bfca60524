import { assert } from '@fyh/base/assert.ts'
import { useState } from 'react'
import { CardPicker, type CardSummary, useChosenCard } from '#blocks/card-picker.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { type SendOptions, sendCode } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { type ApiError, isRefusal, isUnsent } from '#platform/api.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { useOnce } from '#ui/press.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { type Activity, activityLook, cardsLook, useCashOut } from './campaign.queries.ts'
import { campaignScreens } from './campaign.screens.ts'

type Given = { readonly activity: Activity; readonly onClose: () => void }

/** Chooses the card and confirms the transfer by a code that names amount and card. */
export function CashOutSheet({ activity, onClose }: Given) {
  const t = useWords('campaign')
  const cards = useQuery(cardsLook())
  if (cards.data !== undefined) return <Transfer activity={activity} onClose={onClose} cards={cards.data.cards} />
  return (
    <Sheet open title={t('transfer')} onClose={onClose} tall>
      {cards.isError ? <Failed onRetry={() => cards.refetch()} /> : <Loading />}
    </Sheet>
  )
}

function Transfer({ activity, onClose, cards }: Given & { readonly cards: readonly CardSummary[] }) {
  const t = useWords('campaign')
  const go = useGo()
  const { cardId, choose } = useChosenCard(cards)
  const { form, code, send, submit, busy, notice } = useTransfer(activity, cardId, onClose)
  const { activityId, rewardFen, mine } = activity
  const next = to(campaignScreens.cash, { id: activityId })
  return (
    <Sheet
      open
      title={t('transfer')}
      onClose={onClose}
      closable={!busy}
      place={form.place}
      tall
      footer={
        <Button block type="submit" loading={busy} onPress={() => submit(code)}>
          {t('confirmTransfer')}
        </Button>
      }
    >
      <Stack gap={4}>
        <MoneyText fen={mine?.packet?.amountFen ?? rewardFen} />
        <KeyValueList>
          <CardPicker
            name={t('toCard')}
            cards={cards}
            value={cardId}
            onChange={choose}
            onAdd={() => go.to(to(cardScreens.addBankCard, undefined, { next }))}
            error={form.errorOf('card')}
          />
        </KeyValueList>
        <SmsCodeBox
          about="redPacket"
          order={`${activityId} ${cardId}`}
          before={async () => (await form.submit('card')).valid && cardId !== undefined}
          send={send}
          {...form.field('code')}
          onComplete={submit}
          error={form.errorOf('code')}
        />
        <Text size="small">{t('transferAtOnce')}</Text>
        {notice !== undefined && (
          <Note tone="warning" live>
            {t(`notice.${notice}`)}
          </Note>
        )}
      </Stack>
    </Sheet>
  )
}

/** Nothing is left to transfer, so no code is sent either. */
const ended = ['RED_PACKET_NOT_FOUND', 'RED_PACKET_EXPIRED', 'RED_PACKET_TAKEN_BACK', 'RED_PACKET_CASHED_OUT'] as const

function useTransfer({ activityId, mine }: Activity, cardId: number | undefined, onDone: () => void) {
  const t = useWords('campaign')
  const client = useQueryClient()
  const cashOut = useCashOut()
  const [code, setCode] = useState('')
  /** lost: the answer did not come, and the transfer may be under way; unsent: there was no network. */
  const [notice, setNotice] = useState<'lost' | 'unsent'>()
  const form = useForm({
    values: { card: cardId === undefined ? '' : String(cardId), code },
    rules: { card: [{ kind: 'required', message: t('cardMissing') }], code: useSmsCodeRules(t('codeMissing')) },
    onChange: (_, value) => setCode(value),
  })
  /** Closes the sheet with the reason, and the page behind it asks again what is true. */
  const leave = async ({ message }: ApiError) => {
    toast(message)
    onDone()
    await client.invalidateQueries({ queryKey: activityLook(activityId).queryKey })
  }
  const send = async (options: SendOptions) => {
    assert(cardId !== undefined, 'a code is asked for only with a card')
    try {
      return await sendCode({ purpose: 'redPacket', activityId, cardId }, options)
    } catch (failure) {
      if (isRefusal(failure, ...ended)) await leave(failure)
      throw failure
    }
  }
  const submit = useOnce(async (authCode: string) => {
    if (!(await form.submit()).valid || cardId === undefined) return
    setNotice(undefined)
    // A transfer after a failed one is another act, also to the same card.
    const { key, done } = moneyKeyOf(`cashOut ${activityId} ${cardId} ${mine?.packet?.transfer?.orderedAt ?? 'first'}`)
    try {
      await cashOut.mutateAsync({ activityId, cardId, authCode, idempotencyKey: key })
      done()
      onDone()
    } catch (failure) {
      if (isRefusal(failure, ...codeRefusals)) {
        setCode('')
        return form.refuse('code', failure.message)
      }
      if (!isRefusal(failure)) return setNotice(isUnsent(failure) ? 'unsent' : 'lost')
      await leave(failure)
    }
  })
  return { form, code, send, submit, busy: cashOut.isPending, notice }
}
