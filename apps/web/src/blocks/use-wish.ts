import { type Fen, mulDiv } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { constants, options as lists, type OptionOf } from '@fyh/contract/options.ts'
import { useWords } from '#locales/i18n.ts'
import { useEntryText } from '#platform/entry-text.ts'
import { wholeYuan } from '#platform/format.ts'
import { useUserStore } from '#platform/store.ts'
import { type PromptRule, problemNow } from '#ui/form-rules.ts'
import { type Form, useForm } from '#ui/use-form.ts'
import { type Preview, type Product, previewOf } from './preview.ts'
import { isSum, sumOf, sumRule } from './sum-rule.ts'

export type Wish = {
  readonly form: Form<Values>
  readonly amount: string
  readonly amountFen: Fen | undefined
  readonly periods: OptionOf<'period'>
  readonly product: Product
  /** Undefined until the borrower has chosen. */
  readonly use: OptionOf<'loanUse'> | undefined
  /** What is wrong with the amount, in words: while it is typed, and when it is missing on sending. */
  readonly problem: string | undefined
  readonly preview: Preview | undefined
  readonly setPeriod: (period: number) => void
  readonly setProduct: (productId: string) => void
}

/** What can be borrowed today; the first product is the one to begin with. */
export type Offer = Pick<DataOf<Api['borrow']['options']>, 'today' | 'uses'> & { readonly products: readonly [Product, ...Product[]] }

type Values = { readonly amount: string; readonly use: string }

/** Fen as plain text of whole yuan, as one would type it. */
export const typed = (amount: Fen): string => String(mulDiv({ value: amount, times: 1, over: 100, rounding: 'down' }))

/**
 * What the borrower wishes: kept in the user store, so that coming back finds it as it was left. Amount and use begin empty: both are the
 * borrower's to choose.
 */
export function useWish({ today, products }: Offer): Wish {
  const t = useWords('borrow')
  const kept = useUserStore((state) => state.confirmInfo)
  const [chosen, setProduct] = useEntryText('product')
  const product = products.find(({ productId }) => String(productId) === chosen) ?? products[0]
  const amountRules = useAmountRules(product)
  const { use, choose } = useChosenUse(kept.use)
  const amount = kept.preMoney
  const amountFen = sumOf(amount)
  const periods = product.periods.find((period) => period === kept.period) ?? product.periods[0] ?? lists.period[0]
  const put = (part: Partial<typeof kept>) => useUserStore.setState((state) => ({ confirmInfo: { ...state.confirmInfo, ...part } }))
  const form = useForm({
    values: { amount, use: use ?? '' },
    rules: { amount: amountRules, use: [{ kind: 'required', message: t('useMissing') }] },
    onChange: (name, value) => (name === 'amount' ? put({ preMoney: value }) : choose(value)),
  })
  const wrong = problemNow(amount, amountRules)
  const preview = amountFen === undefined || wrong !== undefined ? undefined : previewOf({ amountFen, periods }, { product, today })
  return {
    form,
    amount,
    amountFen,
    periods,
    product,
    use,
    problem: amount === '' ? form.errorOf('amount') : (wrong ?? form.errorOf('amount')),
    preview,
    setPeriod: (period) => put({ period }),
    setProduct,
  }
}

/** The store begins with a default use (R3.5). A use counts as chosen once the borrower chose it in this visit, or when it is not the default. */
function useChosenUse(stored: string) {
  const [chosen, keep] = useEntryText('use')
  const isChosen = chosen !== undefined || stored !== constants.useDefault
  const choose = (value: string) => {
    keep(value)
    useUserStore.setState((state) => ({ confirmInfo: { ...state.confirmInfo, use: value } }))
  }
  return { use: isChosen ? lists.loanUse.find((value) => value === (chosen ?? stored)) : undefined, choose }
}

function useAmountRules({ minFen, maxFen, stepFen }: Product): readonly PromptRule[] {
  const t = useWords('borrow')
  const words = useWords('blocks')
  return [
    { kind: 'required', message: t('amount.missing') },
    isSum(words('amount.whole')),
    sumRule((amount) => amount > 0, t('amount.missing')),
    sumRule((amount) => amount >= minFen, t('amount.tooSmall', { min: wholeYuan(minFen) })),
    sumRule((amount) => amount <= maxFen, t('amount.tooLarge', { max: wholeYuan(maxFen) })),
    sumRule((amount) => amount % stepFen === 0, t('amount.step', { step: wholeYuan(stepFen) })),
  ]
}
