import { describe, expect, test } from 'vitest'

type Pack = Readonly<Record<string, unknown>>
const packs = import.meta.glob<Pack>(['./zh-cn/*.ts', './en-us/*.ts', './base/*.ts'], { eager: true })
const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx', '!../**/test-*.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const screens = import.meta.glob<string>('../features/*/*.screens.ts', { eager: true, query: '?raw', import: 'default' })

/** 'home.limit.title' → its words, for every leaf. */
function leaves(words: unknown, path: string): [string, unknown][] {
  if (typeof words !== 'object' || words === null) return [[path, words]]
  return Object.entries(words).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
}

const slices = Object.keys(packs)
  .map((file) => /^\.\/zh-cn\/([\w-]+)\.ts$/.exec(file)?.[1])
  .filter((slice) => slice !== undefined)

const words = (pack: string, slice: string) => new Map(leaves(packs[`./${pack}/${slice}.ts`]?.[slice], ''))
test('R1.3 every slice is in both packs, as one object named like it', () => {
  expect(slices.length).toBeGreaterThan(0)
  const english = Object.keys(packs).filter((file) => file.startsWith('./en-us/'))
  expect(english.map((file) => file.slice('./en-us/'.length, -'.ts'.length)).toSorted()).toEqual(slices.toSorted())
  for (const slice of slices) expect(packs[`./zh-cn/${slice}.ts`]?.[slice], slice).toBeTypeOf('object')
})

describe.each(slices)('R1.3 %s', (slice) => {
  const zh = words('zh-cn', slice)
  const en = words('en-us', slice)
  test('R1.3 zh-cn and en-us have the same keys', () => {
    expect([...en.keys()].toSorted()).toEqual([...zh.keys()].toSorted())
  })
  test('no text is empty', () => {
    for (const [key, text] of zh) {
      expect(text, key).toMatch(/\S/)
      expect(en.get(key), key).toMatch(/\S/)
    }
  })
})

/** Words that stand inside a line of others, and names that begin with a small letter. */
const insideALine = [
  /^apply\.identity\.longTerm$/,
  /^borrower\.due\.autoDebit$/,
  /^repay\.calendar\.state\./,
  /^lending\.part\./,
  /^repay\.result\.order\.(principal|interest|fee|penalty)$/,
  /^settings\.devices\.(machine\.(iphone|ipad)|program\.\w+)$/,
  /^shell\.ui\.explain$/,
  /^blocks\.price\.simpleNote$/,
  /^repay\.result\.short\.(overdue|today|due)$/,
  /^apply\.profile\.emailPlaceholder$/,
  /^product\.product\.lastInstalment$/,
  /^capital\.purpose\.\w+$/,
  /^capital\.wait\.(usual|most)$/,
  /^flow\.download\.store\.appStore\.note$/,
  /^borrow\.benefit\.included$/,
  /^equity\.(cardTail|reason\.\w+)$/,
]

test('R1.3 in English whatever stands by itself begins with a capital: labels, messages, what is wrong with a field', () => {
  const small = slices.flatMap((slice) =>
    [...words('en-us', slice)].filter(([, text]) => /^\p{Ll}/u.test(String(text))).map(([key]) => `${slice}.${key}`),
  )
  expect(small.filter((key) => !insideALine.some((one) => one.test(key)))).toEqual([])
  expect(insideALine.filter((one) => !small.some((key) => one.test(key)))).toEqual([])
})

test('in English a button that leads on names what comes next alike: as a step is named', () => {
  const onward = slices.flatMap((slice) => [...words('en-us', slice)].filter(([, text]) => /^Next: /.test(String(text))))
  expect(onward.length).toBeGreaterThan(2)
  expect(onward.filter(([, text]) => !/^Next: (\p{Lu}|\{\{)/u.test(String(text)))).toEqual([])
})

test('every screen has its title in the packs', () => {
  const keys = Object.values(screens).flatMap((source) => [...source.matchAll(/titleKey: '([\w-]+):([\w.]+)'/g)])
  expect(keys.length).toBeGreaterThan(0)
  const missing = keys.filter(([, slice = '', key = '']) => !words('zh-cn', slice).has(key))
  expect(missing.map(([found]) => found)).toEqual([])
})

/** Letters between tags, and plain attributes that people see or hear. */
const shownLiterals = [
  />\s*([^\s<>{}=;()][^<>{}=;()]*[\p{L}][^<>{}=;()]*)<\//gu,
  /\b(?:placeholder|aria-label|title|label|alt)="([^"]*\p{L}[^"]*)"/gu,
]

test('R1.3 nothing visible is written in a component: words come from the packs', () => {
  const found = Object.entries(sources).flatMap(([file, source]) =>
    shownLiterals.flatMap((literal) => [...source.matchAll(literal)].map(([, text]) => `${file}: ${text}`)),
  )
  expect(found).toEqual([])
  const chinese = Object.entries(sources).filter(([, source]) => /\p{Script=Han}/u.test(source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
  expect(chinese.map(([file]) => file)).toEqual([])
})

test('an hour of arrival is an estimate in both languages: no pay-out is promised by a fixed hour', () => {
  const arrivals = ['zh-cn', 'en-us'].flatMap((pack) =>
    slices.flatMap((slice) => [...words(pack, slice).values()].map(String).filter((text) => /\{\{count\}\} (小时内|hours?\b)/.test(text))),
  )
  expect(arrivals.length).toBeGreaterThanOrEqual(8)
  // A length of time alone, as in `capital.hours`, promises nothing.
  expect(arrivals.filter((text) => !/^(预计|Expected) |^\{\{count\}\} hours?$/.test(text))).toEqual([])
})

test('a due date moves off the holidays that were published at the pay-out, and off no others', () => {
  const moving = (pack: string) => [...words(pack, 'lending')].filter(([key]) => key.startsWith('daysOff.') && key !== 'daysOff.stay')
  expect(moving('zh-cn').length).toBe(2)
  for (const [key, text] of moving('zh-cn')) expect(text, key).toContain('按放款时已公布的放假安排')
  for (const [key, text] of moving('en-us')) expect(text, key).toContain('holiday announced before the payout')
})
