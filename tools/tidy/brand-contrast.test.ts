import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Tokens = Record<string, string>
const sheet = (name: string) => readFileSync(new URL(`../../apps/web/src/brands/${name}`, import.meta.url), 'utf8')

/** The tokens of one scheme: dark ones are laid over the light ones, a brand's over what brands share. */
function tokensOf(brand: string, dark: boolean): Tokens {
  const tokens: Tokens = {}
  for (const text of [sheet('tokens.css'), sheet(`${brand}/${brand}.css`)]) {
    const [light = '', darkPart = ''] = text.split('@media (prefers-color-scheme: dark)')
    for (const part of dark ? [light, darkPart] : [light]) {
      for (const [, name = '', value = ''] of part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6});/gi)) tokens[name] = value
    }
  }
  return tokens
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((place) => {
    const part = Number.parseInt(full.slice(place, place + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [light = 0, dark = 0] = [luminance(one ?? '#000'), luminance(other ?? '#000')].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Every pair of text and ground that the kit draws. */
const textOnGround: readonly [string, string][] = [
  ...['ink', 'ink-2', 'ink-3', 'accent'].flatMap((text): [string, string][] => [
    [text, 'surface'],
    [text, 'canvas'],
  ]),
  ['ink', 'wash'],
  ['accent', 'wash'],
  ['on-action', 'action'],
  ['on-action', 'action-pressed'],
  ['on-toast', 'toast'],
  ['surface', 'negative'],
  ['ink-2', 'line'],
  ...['positive', 'warning', 'negative'].flatMap((tone): [string, string][] => [
    [tone, 'surface'],
    [tone, 'canvas'],
    [tone, `${tone}-bg`],
  ]),
]

describe.each(['fyh', 'fbd', 'neutral'])('%s', (brand) => {
  test.each([false, true])('text has a contrast of 4.5 on its ground (dark: %s)', (dark) => {
    const tokens = tokensOf(brand, dark)
    const weak = textOnGround.filter(([text, ground]) => contrast(tokens[text], tokens[ground]) < 4.5)
    expect(weak.map(([text, ground]) => `${text} on ${ground}: ${contrast(tokens[text], tokens[ground]).toFixed(2)}`)).toEqual([])
  })
  test.each([false, true])('edges and rings of controls have a contrast of 3 (dark: %s)', (dark) => {
    const tokens = tokensOf(brand, dark)
    expect(contrast(tokens.edge, tokens.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(tokens.focus, tokens.surface)).toBeGreaterThanOrEqual(3)
    expect(contrast(tokens.focus, tokens.canvas)).toBeGreaterThanOrEqual(3)
  })
})
