import type { Fen } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { wholeYuan, yuan } from '#platform/format.ts'
import { Figure, type FigureProps } from '#ui/figure.tsx'

export type MoneyTextProps = Pick<FigureProps, 'size' | 'tone' | 'struck' | 'onExplain'> & {
  fen: Fen
  /** Leaves the fen away, for limits and amounts that are whole. */
  whole?: boolean
  /** Without the currency sign, in columns and sentences. */
  bare?: boolean
}

/** An amount of money as people read it. With onExplain, tapping it opens how it came about. */
export function MoneyText({ fen, whole = false, bare = false, ...figure }: MoneyTextProps) {
  const t = useWords('base')
  return <Figure amount={whole ? wholeYuan(fen) : yuan(fen)} sign={bare ? undefined : t('base:yuanSign')} {...figure} />
}
