import { useWords } from '#locales/i18n.ts'
import { rateRange } from '#platform/format.ts'
import { KeyValue } from '#ui/key-value.tsx'
import type { Option } from '#ui/segmented.tsx'
import { OptionRow } from './option-row.tsx'
import type { Product } from './preview.ts'
import type { Offer, Wish } from './use-wish.ts'

/** How and from whom to borrow: each product by its method, with who lends and what it costs all in. Where one lender offers, none is named. */
export function ProductRows({ offer: { products }, wish }: { offer: Offer; wish: Wish }) {
  const t = useWords('lending')
  const borrow = useWords('borrow')
  const optionOf = useProductOption(products)
  const { product } = wish
  return (
    <>
      <OptionRow name={borrow('method')} value={String(product.productId)} options={products.map(optionOf)} onChange={wish.setProduct} />
      {hasLenders(products) && <KeyValue name={t('lender')} value={product.lender} />}
    </>
  )
}

const hasLenders = (products: readonly Product[]): boolean => new Set(products.map(({ lenderId }) => lenderId)).size > 1

function useProductOption(products: readonly Product[]): (product: Product) => Option<string> {
  const t = useWords('lending')
  const option = useWords('option')
  const separator = t('base:separator')
  return (product) => {
    const { productId, method, lender, maxFen, minFen, opensAt, priceFromPpm, priceToPpm } = product
    const about = [
      ...(hasLenders(products) ? [lender, t('price', { range: rateRange({ fromPpm: priceFromPpm, toPpm: priceToPpm }) })] : []),
      t(`methodNote.${method}`),
      ...(maxFen < minFen ? [t('limitTooLow')] : []),
      ...(opensAt === null ? [] : [t('closed', product.openingHours)]),
    ]
    return { value: String(productId), label: option(`repayMethod.${method}`), note: about.join(separator), disabled: maxFen < minFen }
  }
}
