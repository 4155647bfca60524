import { useWords } from '#locales/i18n.ts'
import { wholeYuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import { type Bank, type BoundCard, banksLook, cardsLook, useSetDefault } from './card.queries.ts'
import { cardScreens } from './card.screens.ts'
import styles from './select-bank.module.css'

export function SelectBankScreen() {
  const t = useWords('card')
  const add = useAdd()
  const cards = useQuery(cardsLook())
  if (cards.data === undefined)
    return <Page>{cards.isError ? <Failed onRetry={() => cards.refetch()} /> : <Loading figure={false} />}</Page>
  if (cards.data.cards.length === 0)
    return (
      <Page>
        <Empty icon="card" title={t('select.empty')} action={<Button onPress={add}>{t('select.add')}</Button>}>
          {t('select.emptyBody')}
        </Empty>
      </Page>
    )
  return (
    <Page
      footer={
        <Button kind="quiet" block onPress={add}>
          {t('select.add')}
        </Button>
      }
    >
      <Cards cards={cards.data.cards} />
      <Text size="small">{t('select.defaultNote')}</Text>
    </Page>
  )
}

/** Adding a card leads back to where this list was asked for. */
function useAdd() {
  const go = useGo()
  const search = useAddressQuery()
  return () => go.to(to(cardScreens.addBankCard, undefined, { next: search.get('next') ?? undefined }))
}

function Cards({ cards }: { cards: readonly BoundCard[] }) {
  const t = useWords('card')
  // Limits are a help; without them the cards are shown all the same.
  const banks = useQuery(banksLook())
  return (
    <ul className={styles.cards} aria-label={t('select.label')}>
      {cards.map((card) => (
        <BankCard key={card.cardId} card={card} bank={banks.data?.banks.find(({ bankCode }) => bankCode === card.bankCode)} />
      ))}
    </ul>
  )
}

function BankCard({ card, bank }: { card: BoundCard; bank: Bank | undefined }) {
  const t = useWords('card')
  const setDefault = useSetDefault()
  const choose = async () => {
    await setDefault.mutateAsync(card.cardId)
    toast(t('select.changed'))
  }
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <span className={styles.mark}>
          <Icon name="card" size={22} />
        </span>
        <div className={styles.bank}>
          <strong>{card.bankName}</strong>
          <small className={styles.kind}>{t('select.debit')}</small>
        </div>
        {card.isDefault ? (
          <Tag tone="positive">{t('select.isDefault')}</Tag>
        ) : (
          <Button kind="text" onPress={choose} label={`${t('select.setDefault')} ${card.bankName} ${card.tail}`}>
            {t('select.setDefault')}
          </Button>
        )}
      </div>
      <p className={styles.number}>
        <span className={styles.hidden} aria-hidden="true">
          ••••
        </span>
        <span>{card.tail}</span>
      </p>
      <p className={styles.limits}>
        {bank !== undefined && t('select.limits', { single: wholeYuan(bank.singleMaxFen), day: wholeYuan(bank.dayMaxFen) })}
      </p>
    </li>
  )
}
