import { fen, formatYuan } from '@fyh/base/money.ts'

/** What a sum in a sentence comes to when it is counted again, and what the sentence says; i is defined by a clause before. */
export function comesTo(sentence: string): { counts: string; says: string }[] {
  const known = new Map<string, number>()
  return sentence.split(/[;；]/).flatMap((clause) => {
    const [left = '', right] = clause.split('=')
    if (right === undefined) return []
    const name = /\b(i)\s*$/.exec(left)?.[1]
    if (name !== undefined) {
      known.set(name, reckon(tokensOf(right), known))
      return []
    }
    const says = /-?[\d,]+\.\d\d/.exec(right)?.[0] ?? ''
    const sum = left.split(/[:：]/).pop() ?? ''
    return [{ counts: formatYuan(fen(Math.floor(reckon(tokensOf(sum), known) * 100 + 0.5 + 1e-7))), says }]
  })
}

/** Numbers, the name i, signs and brackets; every other word is left out. */
const tokensOf = (text: string): string[] => text.match(/\d[\d,]*(?:\.\d+)?%?|\bi\b|[×÷−+^()]/g) ?? []

function reckon(tokens: string[], known: ReadonlyMap<string, number>): number {
  const rest = [...tokens]
  const sum = (): number => {
    let value = product()
    while (rest[0] === '+' || rest[0] === '−') value = rest.shift() === '+' ? value + product() : value - product()
    return value
  }
  const product = (): number => {
    let value = power()
    while (rest[0] === '×' || rest[0] === '÷') value = rest.shift() === '×' ? value * power() : value / power()
    return value
  }
  const power = (): number => {
    const base = single()
    if (rest[0] !== '^') return base
    rest.shift()
    return base ** single()
  }
  const single = (): number => {
    const token = rest.shift() ?? ''
    if (token === '(') {
      const value = sum()
      rest.shift()
      return value
    }
    const value = Number(token.replace(/[,%]/g, ''))
    if (token.endsWith('%')) return value / 100
    return known.get(token) ?? value
  }
  return sum()
}
