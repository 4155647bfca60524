import { assert } from './assert.ts'

/** Names of the placeholders in a text: `'from' | 'to'` for `'{{from}} to {{to}}'`, any name for a text the types don't know. */
export type PlaceholderNames<Text extends string> = string extends Text
  ? string
  : Text extends `${string}{{${infer Name}}}${infer Rest}`
    ? Name | PlaceholderNames<Rest>
    : never

/** One value for every placeholder of a text. */
export type PlaceholderValues<Text extends string> = Readonly<Record<PlaceholderNames<Text>, string | number>>

const placeholder = /\{\{(\w+)\}\}/g

/** Returns the text with each `{{name}}` replaced by its value. A value may hold braces; it is never filled again. */
export function fillPlaceholders<Text extends string>(text: Text, values: PlaceholderValues<Text>): string {
  const byName = new Map<string, string | number>(Object.entries(values))
  return text.replace(placeholder, (_, name: string) => {
    const value = byName.get(name)
    assert(value !== undefined, `no value for {{${name}}}`)
    return String(value)
  })
}

/** Returns the names of the placeholders in a text, each once, sorted. */
export const placeholderNames = (text: string): string[] =>
  [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))].sort()
