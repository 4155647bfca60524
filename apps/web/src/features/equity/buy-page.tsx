import { assert } from '@fyh/base/assert.ts'
import { useState } from 'react'
import { CardPicker, useChosenCard } from '#blocks/card-picker.tsx'
import { ConsentBox } from '#blocks/consent-box.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { sendCode } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { useOnce } from '#ui/press.ts'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { useForm } from '#ui/use-form.ts'
import { type OfferedPackage, packagesLook, termsLook, useBuy } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { Rights } from './rights.tsx'

type Cards = Parameters<typeof useChosenCard>[0]

export function BuyPage({ packageId }: { packageId: number }) {
  const t = useWords('equity')
  const offered = useQuery(packagesLook())
  if (offered.data === undefined) return <Page>{offered.isError ? <Failed onRetry={() => offered.refetch()} /> : <Loading />}</Page>
  const one = offered.data.packages.find((candidate) => candidate.packageId === packageId)
  if (one === undefined)
    return (
      <Page>
        <Empty icon="box" title={t('notOnSale')} />
      </Page>
    )
  return <Purchase one={one} cards={offered.data.cards} />
}

function Purchase({ one, cards }: { one: OfferedPackage; cards: Cards }) {
  const t = useWords('equity')
  const go = useGo()
  const { cardId, choose } = useChosenCard(cards)
  const { form, submit, code, terms, isAgreed, setAgreed, isBusy } = usePurchase(one, cardId)
  const here = to(equityScreens.order, undefined, { packageId: one.packageId })
  return (
    <Page
      place={form.place}
      footer={
        <Button block type="submit" loading={isBusy} onPress={() => submit(code)}>
          {t('buy', { amount: yuan(one.priceFen) })}
        </Button>
      }
    >
      <Card title={one.name}>
        <Stack gap={2}>
          <Text size="quiet">{t('suppliedBy', { name: one.supplier.name })}</Text>
          <MoneyText fen={one.priceFen} />
          <Text>{t('paidOnce')}</Text>
          <Text>{t('term', { days: one.termDays })}</Text>
        </Stack>
      </Card>
      <Rights rights={one.rights} />
      <Note>{t('refundRule')}</Note>
      <Note>{t('noLoan')}</Note>
      <Card rows>
        <KeyValueList>
          <CardPicker
            name={t('card')}
            cards={cards}
            value={cardId}
            onChange={choose}
            onAdd={() => go.to(to(cardScreens.addBankCard, undefined, { next: here }))}
            error={form.errorOf('card')}
          />
        </KeyValueList>
      </Card>
      <Card>
        <ConsentBox texts={terms} checked={isAgreed} onChange={setAgreed} error={form.errorOf('agreed')} />
        <SmsCodeBox
          about="benefit"
          order={`${one.packageId} ${cardId}`}
          before={async () => (await form.submit('card')).valid && cardId !== undefined}
          send={(options) => {
            assert(cardId !== undefined, 'a code is asked for only with a card')
            return sendCode({ purpose: 'benefit', packageId: one.packageId, cardId }, options)
          }}
          {...form.field('code')}
          error={form.errorOf('code')}
        />
      </Card>
    </Page>
  )
}

function usePurchase({ packageId, priceFen }: OfferedPackage, cardId: number | undefined) {
  const t = useWords('equity')
  const go = useGo()
  const buy = useBuy()
  const terms = useQuery(termsLook())
  const [code, setCode] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const isBusy = buy.isPending || buy.isSuccess
  const form = useForm({
    values: { card: cardId === undefined ? '' : String(cardId), code, agreed: isAgreed ? 'yes' : '' },
    rules: {
      card: [{ kind: 'required', message: t('cardMissing') }],
      code: useSmsCodeRules(t('codeMissing')),
      agreed: [{ kind: 'required', message: t('agreeMissing') }],
    },
    onChange: (name, value) => {
      if (name === 'code') setCode(value)
    },
  })
  const submit = useOnce(async (authCode: string) => {
    if (!(await form.submit()).valid || cardId === undefined || isBusy) return
    const { key, done } = moneyKeyOf(`benefit buy ${packageId} ${cardId}`)
    try {
      const agreed = terms.data?.texts.map(({ key: textKey, version, sha256 }) => ({ key: textKey, version, sha256 })) ?? []
      const { orderId } = await buy.mutateAsync({ packageId, priceFen, cardId, authCode, agreed, idempotencyKey: key })
      done()
      go.replace(to(equityScreens.order, undefined, { id: orderId }))
    } catch (failure) {
      if (!isRefusal(failure, ...codeRefusals)) return
      setCode('')
      form.refuse('code', failure.message)
    }
  })
  return { form, submit, code, terms, isAgreed, setAgreed, isBusy }
}
