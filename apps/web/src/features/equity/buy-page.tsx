import { assert } from '@fyh/base/assert.ts'
import { CardPicker, useChosenCard } from '#blocks/card-picker.tsx'
import { ConsentBox } from '#blocks/consent-box.tsx'
import { sendCode } from '#blocks/send-code.ts'
import { SmsCodeBox } from '#blocks/sms-code-box.tsx'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { SignRow } from '#ui/sign-row.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { type OfferedPackage, packagesLook } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { NoLoan, PackageHead } from './order-view.tsx'
import { OfferedRights } from './rights.tsx'
import { usePurchase } from './use-purchase.ts'

type Cards = Parameters<typeof useChosenCard>[0]

/** The purchase of a package. One that the borrower has already leads to its order. */
export function BuyPage({ packageId }: { packageId: number }) {
  const t = useWords('equity')
  const offered = useQuery(packagesLook())
  if (offered.data === undefined) return <Page>{offered.isError ? <Failed onRetry={() => offered.refetch()} /> : <Loading />}</Page>
  const one = offered.data.packages.find((candidate) => candidate.packageId === packageId)
  if (one === undefined) return <NoPurchase title={t('notOnSale')} act={t('seeAll')} path={to(equityScreens.order)} />
  if (one.ownOrderId !== null)
    return <NoPurchase title={t('ownOrder')} act={t('seeOrder')} path={to(equityScreens.order, undefined, { id: one.ownOrderId })} />
  return <Purchase one={one} cards={offered.data.cards} />
}

function NoPurchase({ title, act, path }: { title: string; act: string; path: string }) {
  const go = useGo()
  return (
    <Page>
      <Empty
        icon="gift"
        title={title}
        action={
          <Button kind="quiet" onPress={() => go.replace(path)}>
            {act}
          </Button>
        }
      />
    </Page>
  )
}

function Purchase({ one, cards }: { one: OfferedPackage; cards: Cards }) {
  const t = useWords('equity')
  const go = useGo()
  const { cardId, choose } = useChosenCard(cards)
  const { form, submit, code, terms, isAgreed, setAgreed, isBusy, notice, dialog } = usePurchase(one, cardId)
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
      <PackageHead of={one}>
        <Text size="quiet">{t('term', { days: one.termDays })}</Text>
      </PackageHead>
      <OfferedRights rights={one.rights} />
      <Card>
        <SignRow sign={<Icon name="refresh" size={20} />}>
          <Text strong>{t('refundRule.title')}</Text>
          <Text size="quiet">{t('refundRule.body')}</Text>
        </SignRow>
      </Card>
      <NoLoan />
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
          order={`${one.packageId} ${one.priceFen} ${cardId}`}
          before={async () => (await form.submit('card')).valid && cardId !== undefined}
          send={(options) => {
            assert(cardId !== undefined, 'a code is asked for only with a card')
            return sendCode({ purpose: 'benefit', packageId: one.packageId, cardId }, options)
          }}
          {...form.field('code')}
          error={form.errorOf('code')}
        />
      </Card>
      {notice !== undefined && (
        <Note tone="warning" live>
          {notice}
        </Note>
      )}
      {dialog}
    </Page>
  )
}
