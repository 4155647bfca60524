import { useState } from 'react'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { homeScreens } from '#features/home/home.screens.ts'
import { sessionScreens } from '#features/session/session.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { wholeYuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { type ProductPage, productLook } from './capital.queries.ts'
import { FeeCard } from './fee-card.tsx'
import { FlowerPicture } from './pictures.tsx'
import { PriceCard } from './price-card.tsx'
import { Conditions, LendersCard, Questions, ServiceLinks } from './product-cards.tsx'
import styles from './product-screen.module.css'

/** The loan before anyone applies: amounts, price range with worked loans, every fee, who lends, conditions, questions. */
export function ProductScreen() {
  const [periods, setPeriods] = useState(12)
  // Another term changes the worked loans alone; the rest of the page stays meanwhile.
  const page = useQuery({ ...productLook(periods), placeholderData: (before) => before })
  if (page.data === undefined) return <Page>{page.isError ? <Failed onRetry={() => page.refetch()} /> : <Loading />}</Page>
  if (page.data.price === null) return <OffTheShelf />
  return <Offered page={page.data} price={page.data.price} periods={periods} onPeriods={setPeriods} />
}

function OffTheShelf() {
  const t = useWords('product')
  const capital = useWords('capital')
  const go = useGo()
  return (
    <Page>
      <Empty
        icon="money"
        title={t('product.none')}
        action={<Button onPress={() => go.to(to(homeScreens.home))}>{capital('toHome')}</Button>}
      >
        {t('product.noneBody')}
      </Empty>
      <ServiceLinks />
    </Page>
  )
}

type OfferedProps = {
  readonly page: ProductPage
  readonly price: NonNullable<ProductPage['price']>
  readonly periods: number
  readonly onPeriods: (periods: number) => void
}

function Offered({ page, price, periods, onPeriods }: OfferedProps) {
  const t = useWords('product')
  const go = useGo()
  const next = {
    login: () => go.to(to(sessionScreens.login, undefined, { redirectUrl: to(applyScreens.next) })),
    apply: () => go.to(to(applyScreens.next)),
    borrow: () => go.to(to(borrowScreens.borrowMoney)),
  }
  return (
    <Page
      footer={
        <>
          <Text size="small" centred>
            {t(page.next === 'borrow' ? 'product.footBorrow' : 'product.foot')}
          </Text>
          <Button block onPress={next[page.next]}>
            {t(`product.act.${page.next}`)}
          </Button>
        </>
      }
    >
      <Hero page={page} />
      <PriceCard page={page} price={price} periods={periods} onPeriods={onPeriods} />
      <FeeCard page={page} />
      <LendersCard page={page} />
      <Conditions ages={page.ages} />
      <Questions page={page} />
      <ServiceLinks />
    </Page>
  )
}

function Hero({ page }: { page: ProductPage }) {
  const t = useWords('product')
  const { name } = useBrandFace()
  const periods = [...page.periods].sort((one, other) => one - other).join(' / ')
  return (
    <section className={styles.hero}>
      <div className={styles.text}>
        <Text size="quiet">{t('product.kind', { brand: name })}</Text>
        <Text size="small">{t('product.limit')}</Text>
        <Figure sign={t('base:yuanSign')} amount={wholeYuan(page.limitMaxFen)} />
        <Text size="quiet" figures>
          {t('product.amounts', { min: wholeYuan(page.minFen), step: wholeYuan(page.stepFen) })}
        </Text>
        <Text size="quiet" figures>
          {t('product.periods', { periods })}
        </Text>
      </div>
      <div className={styles.picture}>
        <FlowerPicture />
      </div>
    </section>
  )
}
