/** Small insertions into code of a known shape. Each throws when the shape is another, and says what to do by hand. */

/** Adds an import where it belongs in order. */
export function addImport(text: string, line: string): string {
  const lines = text.split('\n')
  const sourceOf = (entry: string) => /from '([^']+)'/.exec(entry)?.[1]
  const source = sourceOf(line)
  if (lines.includes(line)) return text
  const imports = lines.flatMap((entry, index) => (/^import\b.*from '/.test(entry) ? [{ index, from: sourceOf(entry) ?? '' }] : []))
  const after = imports.filter(({ from }) => kindOf(from) === kindOf(source ?? '') && from < (source ?? '')).at(-1)
  const at = after?.index ?? (imports.find(({ from }) => kindOf(from) >= kindOf(source ?? ''))?.index ?? 0) - 1
  return lines.toSpliced(at + 1, 0, line).join('\n')
}

/** node, packages, our own absolute and relative ones stand in this order. */
function kindOf(source: string): number {
  if (source.startsWith('node:')) return 0
  if (source.startsWith('#')) return 2
  return source.startsWith('.') ? 3 : 1
}

/** Adds an entry at the end of the object literal that opens after `opening`. */
export function addEntry(text: string, opening: string, entry: string): string {
  const begin = text.indexOf(opening)
  if (begin < 0) throw new Error(`"${opening}" was not found; add this by hand:\n${entry}`)
  const open = text.indexOf('{', begin + opening.length - 1)
  const close = closingOf(text, open)
  const inner = text.slice(open + 1, close)
  if (!inner.includes('\n')) return addToLine(text, { open, close, entry })
  const indent = ' '.repeat((/\n( *)\S/.exec(inner)?.[1] ?? '  ').length)
  const lines = entry.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`))
  return `${text.slice(0, open + 1)}${inner.trimEnd()}\n${lines.join('\n')}\n${' '.repeat(indent.length - 2)}${text.slice(close)}`
}

function addToLine(text: string, { open, close, entry }: { open: number; close: number; entry: string }): string {
  const inner = text
    .slice(open + 1, close)
    .trim()
    .replace(/,$/, '')
  return `${text.slice(0, open)}{ ${[inner, entry.replace(/,$/, '')].filter((part) => part !== '').join(', ')} ${text.slice(close)}`
}

/** The place of the brace that closes the one at `open`, strings and comments passed over. */
function closingOf(text: string, open: number): number {
  const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  const plain = text.replace(quoted, (found) => ' '.repeat(found.length))
  let depth = 0
  for (let at = open; at < plain.length; at++) {
    if (plain[at] === '{') depth += 1
    if (plain[at] === '}' && --depth === 0) return at
  }
  throw new Error('a brace is not closed')
}
