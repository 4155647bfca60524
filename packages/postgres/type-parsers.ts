import pg from 'pg'

const { builtins } = pg.types
const int8Array = 1016
const dateArray = 1182
const textArray: number = 1009

type Parser = (text: string) => unknown

const own = new Map<number, Parser>([
  [builtins.INT8, safeInteger],
  [int8Array, arrayOf(safeInteger)],
  // A civil date has no instant: read as one it moves by a day east of Greenwich.
  [builtins.DATE, asText],
  [dateArray, arrayOf(asText)],
  // Exact, so text; the SQL casts sums of integers back to bigint.
  [builtins.NUMERIC, asText],
  // Without a zone a timestamp means nothing here; text shows the mistake, a shifted Date would hide it.
  [builtins.TIMESTAMP, asText],
])

/** What each column type becomes: int8 a safe integer (or an error), date 'YYYY-MM-DD', numeric text, the rest as the driver does. */
export function parserFor(oid: number, format?: 'text' | 'binary'): Parser {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  return own.get(oid) ?? pg.types.getTypeParser(oid, 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, which is beyond the integers that stay exact`)
  return value
}

function asText(text: string): string {
  return text
}

/** The driver's own reading of text[] does the quoting and the braces; each entry is then read as its type. */
function arrayOf(parse: Parser): Parser {
  const readTexts: Parser = pg.types.getTypeParser(textArray, 'text')
  return (text) => {
    const entries = readTexts(text)
    return Array.isArray(entries) ? entries.map((entry) => (typeof entry === 'string' ? parse(entry) : entry)) : entries
  }
}
