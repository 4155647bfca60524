import { parseCardNumber } from '@fyh/base/chinese-data.ts'
import { useEffect, useState } from 'react'
import { useQuery } from '#platform/query.ts'
import { lookUpLook } from './card.queries.ts'

const quietMs = 400

/** The bank of what is typed, asked for when typing rests on a number of a possible length. */
export function useBankOf(digits: string) {
  const number = parseCardNumber(digits)
  const [rested, setRested] = useState(number)
  useEffect(() => {
    const timer = setTimeout(() => setRested(number), quietMs)
    return () => clearTimeout(timer)
  }, [number])
  const asked = rested === number ? number : undefined
  const found = useQuery(lookUpLook(asked))
  return { bank: asked === undefined ? undefined : found.data, isLooking: asked !== undefined && found.isFetching }
}
