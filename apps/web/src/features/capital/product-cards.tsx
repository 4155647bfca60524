import { useState } from 'react'
import { RuleRows } from '#blocks/rule-rows.tsx'
import { useRuleWords } from '#blocks/rule-words.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { rateRange, wholeYuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { LenderTerms, ProductPage } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import styles from './product-screen.module.css'

/** Who lends, each with type, licence and its own prices; one opens into hours, products and rules. */
export function LendersCard({ page }: { page: ProductPage }) {
  const t = useWords('product')
  const capital = useWords('capital')
  const [open, setOpen] = useState<LenderTerms>()
  return (
    <Card rows title={t('lenders.title')} extra={t('lenders.count', { count: page.lenders.length })}>
      <ul className={styles.lenders}>
        {page.lenders.map((lender) => (
          <li key={lender.lenderId}>
            <button type="button" className={styles.lender} onClick={() => setOpen(lender)}>
              <span className={styles.lenderMark} aria-hidden="true">
                {t(`lenders.mark.${lender.type}`)}
              </span>
              <span className={styles.lenderText}>
                <span className={styles.lenderName}>{lender.name}</span>
                <span className={styles.lenderNote}>
                  {capital('lender.licence', { type: capital(`lender.type.${lender.type}`), licence: lender.licence })}
                </span>
                <span className={styles.lenderPrice}>{t('lenders.price', { range: rateRange(lender.ownPrice ?? lender.price) })}</span>
              </span>
              <span className={styles.forward}>
                <Icon name="forward" size={16} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && <LenderSheet lender={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

function LenderSheet({ lender, onClose }: { lender: LenderTerms; onClose: () => void }) {
  const t = useWords('product')
  const capital = useWords('capital')
  const option = useWords('option')
  const isAlwaysOpen = lender.openingHours.from === '00:00' && lender.openingHours.to === '24:00'
  return (
    <Sheet open title={lender.name} onClose={onClose}>
      <Stack gap={3}>
        <KeyValueList>
          <KeyValue name={t('lenders.kind')} value={capital(`lender.type.${lender.type}`)} />
          <KeyValue name={t('lenders.licenceNo')} value={lender.licence} />
          <KeyValue name={t('lenders.priceAll')} value={rateRange(lender.price)} short />
          {lender.ownPrice !== null && <KeyValue name={t('lenders.priceOwn')} value={rateRange(lender.ownPrice)} short strong />}
          <KeyValue
            name={t('lenders.hours')}
            value={isAlwaysOpen ? t('lenders.allDay') : t('base:range', lender.openingHours)}
            note={lender.opensAt === null ? undefined : t('lenders.closedNow')}
          />
          <KeyValue name={t('lenders.arrival')} value={t('lenders.arrivalValue', { count: lender.payOutHours })} />
        </KeyValueList>
        {lender.products.map((product) => (
          <Stack key={product.productId} gap={1}>
            <Text as="h2" strong>
              {option(`repayMethod.${product.method}`)}
            </Text>
            <Text size="quiet" figures>
              {t('lenders.amounts', {
                min: wholeYuan(product.minFen),
                max: wholeYuan(product.maxFen),
                periods: [...product.periods].sort((one, other) => one - other).join(' / '),
              })}
            </Text>
            <RuleRows method={product.method} rules={product.rules} />
          </Stack>
        ))}
      </Stack>
    </Sheet>
  )
}

export function Conditions({ ages }: Pick<ProductPage, 'ages'>) {
  const t = useWords('product')
  const go = useGo()
  const conditions = [t('conditions.age', ages), t('conditions.idCard'), t('conditions.card'), t('conditions.phone')]
  return (
    <Card title={t('conditions.title')}>
      <ul className={styles.conditions}>
        {conditions.map((condition) => (
          <li key={condition} className={styles.condition}>
            <span>
              <Icon name="check" size={20} />
            </span>
            <span>{condition}</span>
          </li>
        ))}
      </ul>
      <Text size="quiet">{t('conditions.not')}</Text>
      <Button kind="text" onPress={() => go.to(to(cardScreens.supportedBanks))}>
        {t('conditions.banks')}
      </Button>
    </Card>
  )
}

/** Questions before a loan; an answer that depends on the lender is made of its rules. */
export function Questions({ page }: { page: ProductPage }) {
  const t = useWords('product')
  const words = useRuleWords()
  const lending = useWords('lending')
  const option = useWords('option')
  const settleOf = ({ products }: LenderTerms) =>
    products.map(({ productId, method, rules }) => ({
      productId,
      text: t('questions.settleOf', {
        method: option(`repayMethod.${method}`),
        fee: words.settleFee(rules),
        note:
          rules.earlySettlementFeePpm > 0 && rules.earlySettlementFreeDays > 0
            ? lending('settle.freeDays', { days: rules.earlySettlementFreeDays })
            : '',
      }),
    }))
  return (
    <Card rows title={t('questions.title')}>
      <Disclosure title={t('questions.settle')}>
        <Text size="quiet">{t('questions.settleAnswer')}</Text>
        <ul>
          {page.lenders.flatMap(settleOf).map(({ productId, text }) => (
            <li key={productId}>
              <Text size="quiet">{text}</Text>
            </li>
          ))}
        </ul>
      </Disclosure>
      <Disclosure title={t('questions.cost')}>
        <Text size="quiet">{t('questions.costAnswer')}</Text>
      </Disclosure>
      <Disclosure title={t('questions.debit')}>
        <Text size="quiet">{t('questions.debitAnswer')}</Text>
      </Disclosure>
      <Disclosure title={t('questions.price')}>
        <Text size="quiet">{t('questions.priceAnswer')}</Text>
      </Disclosure>
    </Card>
  )
}

/** Whom to ask, and where to complain. */
export function ServiceLinks() {
  const t = useWords('product')
  const go = useGo()
  return (
    <div className={styles.links}>
      <Button kind="text" onPress={() => go.to(to(capitalScreens.jsd))}>
        {t('service.partners')}
      </Button>
      <Button kind="text" onPress={() => go.to(to(serviceScreens.contact))}>
        {t('service.call')}
      </Button>
      <Button kind="text" onPress={() => go.to(to(serviceScreens.feedback, undefined, { kind: 'complaint' }))}>
        {t('service.complain')}
      </Button>
    </div>
  )
}
