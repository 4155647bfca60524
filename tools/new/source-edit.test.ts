import { expect, test } from 'vitest'
import { addEntry, addImport } from './source-edit.ts'

test('an import goes where its kind and name put it, once', () => {
  const text = "import { a } from 'a'\nimport { c } from '#c.ts'\nimport { e } from './e.ts'\n\ncode\n"
  expect(addImport(text, "import { d } from '#d.ts'")).toBe(
    "import { a } from 'a'\nimport { c } from '#c.ts'\nimport { d } from '#d.ts'\nimport { e } from './e.ts'\n\ncode\n",
  )
  expect(addImport(text, "import { b } from 'b'").split('\n')[1]).toBe("import { b } from 'b'")
  expect(addImport(text, "import { x } from 'node:fs'").split('\n')[0]).toBe("import { x } from 'node:fs'")
  expect(addImport(text, "import { a } from 'a'")).toBe(text)
})

test('an entry goes to the end of a literal, be it over many lines or on one, braces in strings and comments passed over', () => {
  const many = "const x = {\n  a: '}',\n  // {\n  b: { c: 1 },\n}\nrest {}\n"
  expect(addEntry(many, 'const x = {', 'd: 2,\ne: 3,')).toBe(
    "const x = {\n  a: '}',\n  // {\n  b: { c: 1 },\n  d: 2,\n  e: 3,\n}\nrest {}\n",
  )
  expect(addEntry('const x = { a, b }\n', 'const x = {', 'c,')).toBe('const x = { a, b, c }\n')
  expect(addEntry('const x = {}\n', 'const x = {', 'c,')).toBe('const x = { c }\n')
})

test('a shape that is not found says what to add by hand', () => {
  expect(() => addEntry('nothing', 'const x = {', 'c,')).toThrow(/by hand:\nc,/)
})
