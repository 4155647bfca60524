import fc from 'fast-check'
import { expect, test } from 'vitest'
import { harmless, lineOf } from './csv.ts'
import { text } from './page/cells.ts'

test.each([
  ['=1+1'],
  ['+1'],
  ['-1'],
  ['@SUM(A1)'],
  ['\t1'],
  ['\r1'],
  ['\n1'],
  ['   =1+1'],
  ['\u3000=1+1'],
  ['\u00A0=1+1'],
  ['\u200B=1+1'],
  ['\uFEFF=1+1'],
  ['\u202E=1+1'],
  ['＝1+1'],
  ['＋1'],
  ['－1'],
  ['＠SUM(A1)'],
  ['﹢1'],
  ['﹣1'],
  ['\u22121'],
  [' ＝HYPERLINK("https://elsewhere.example")'],
])('PS-08 %j could be run by a spreadsheet and is made text', (field) => {
  expect(harmless(field)).toBe(`'${field}`)
})

test.each([[''], ['home'], ['a=1'], ['1+1'], ['a-b'], ['me@home'], ['中文'], ['"=1"'], ["'=1"]])('%j stays as it is', (field) => {
  expect(harmless(field)).toBe(field)
})

test.each([
  ['b;=CMD()', "b;'=CMD()"],
  ['\t=1', "'\t'=1"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['two\r\n-1', "two\r\n'-1"],
  ['a; \u00A0\u200B+1', "a; \u00A0\u200B'+1"],
  ['a;"=1+1;', 'a;"\'=1+1;'],
  ['a;＝1;＋2', "a;'＝1;'＋2"],
  ['=1;=2', "'=1;'=2"],
])('PS-08 where a spreadsheet begins a cell inside %j, no formula begins either', (field, safe) => {
  expect(harmless(field)).toBe(safe)
})

test.each([['a; b=1'], ['a;b'], ['one\ntwo-three'], ['a;;b']])('%j has nothing that begins like a formula and stays as it is', (field) => {
  expect(harmless(field)).toBe(field)
})

/** As spreadsheets read: quotes hold together what begins with one, and what comes behind the closing one belongs to the cell as it stands. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < file.length; at += 1) {
    const letter = file.charAt(at)
    if (isQuoted && letter === '"' && file[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (isQuoted && letter === '"') isQuoted = false
    else if (isQuoted) cell += letter
    else if (letter === '"' && cell === '') isQuoted = true
    else if ([separator, '\r', '\n'].includes(letter)) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return [...cells, cell]
}

const letters = fc.constantFrom(...'=+-@＝－\u2212;,\t\r\n" \u00A0\u200B\'ab1')
const texts = fc.array(fc.string({ unit: letters, maxLength: 12 }), { minLength: 1, maxLength: 3 })

test.each([[','], [';'], ['\t']])('PS-08 no cell begins like a formula, whatever texts came, where %j parts them', (separator) => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (rows) => {
      const file = rows.map((row) => lineOf(row.map(text))).join('')
      for (const cell of cellsOf(file, separator))
        expect(cell.normalize('NFKC')).not.toMatch(/^[\p{White_Space}\p{Cf}\p{Cc}]*[=+\-@\u2212]/u)
    }),
    { numRuns: 2_000 },
  )
})

test('where a comma parts them, each cell is its text with apostrophes at most', () => {
  const bare = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("'", ''))
  fc.assert(
    fc.property(texts, (row) => {
      expect(bare(cellsOf(lineOf(row.map(text)).slice(0, -2), ','))).toEqual(bare(row))
    }),
  )
})
