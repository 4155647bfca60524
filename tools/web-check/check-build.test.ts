import { describe, expect, test } from 'vitest'
import { legacy, modern } from './browser-levels.ts'
import { namesAdded, scriptFaults, styleFaults } from './check-build.ts'

const nothing = new Set<string>()
const ofScript = (text: string) => scriptFaults(text, modern, nothing)

describe('scripts of the build', () => {
  test.each([
    ['a?.b', 'optional_chaining (Safari on iOS 13.4)'],
    ['a ?? b', 'nullish_coalescing (Safari on iOS 13.4)'],
    ['class A { #a = 1 }', 'private_class_fields (Safari on iOS 14.5)'],
    ['class A { static { f() } }', 'initialization_blocks (Safari on iOS 16.4, Chrome 94)'],
    ['await f()', 'top_level'],
    ['/(?<=a)b/', 'lookbehind_assertion (Safari on iOS 16.4)'],
    ['new RegExp("(?<!a)b")', 'lookbehind_assertion'],
    ['a ||= b', 'logical_or_assignment'],
    ['f(1n)', 'BigInt (Safari on iOS 14)'],
    ['f(1_000)', 'not ECMAScript 2020'],
  ])('%s is named, with the versions that brought it', (text, fault) => {
    expect(ofScript(text)).toEqual([expect.stringContaining(fault)])
  })

  test.each([
    ['x.at(0)', 'Array.at (Safari on iOS 15.4, Chrome 92)'],
    ['x.replaceAll("a", "b")', 'String.replaceAll (Safari on iOS 13.4, Chrome 85)'],
    ['x.toSorted()', 'Array.toSorted (Safari on iOS 16, Chrome 110)'],
    ['x.findLast(f)', 'Array.findLast'],
    ['Object.hasOwn(a, "b")', 'Object.hasOwn (Safari on iOS 15.4, Chrome 93)'],
    ['Promise.any([])', 'Promise.any (Safari on iOS 14, Chrome 85)'],
    ['structuredClone(a)', 'structuredClone (Safari on iOS 15.4, Chrome 98)'],
    ['new ResizeObserver(f)', 'ResizeObserver (Safari on iOS 13.4)'],
    ['new WeakRef(a)', 'WeakRef'],
    ['crypto.randomUUID()', 'Crypto.randomUUID'],
    ['element.replaceChildren()', 'replaceChildren (Safari on iOS 14, Chrome 86)'],
  ])('%s is named: nothing adds the built-in', (text, fault) => {
    expect(ofScript(text)).toEqual([expect.stringContaining(fault)])
  })

  test.each([
    'const f = async () => { for await (const a of b) g({ ...a }) }',
    'import("./later.js").catch(() => {})',
    'Promise.allSettled([])',
    'list.flatMap(f)',
    "typeof ResizeObserver === 'function' && new ResizeObserver(f)",
    'if (x.at) x.at(0)',
    'function at(a) { return a } at(0)',
    'const structuredClone = (a) => a; structuredClone(1)',
  ])('%s is understood, or asked for first, or our own', (text) => {
    expect(ofScript(text)).toEqual([])
  })

  test('the legacy bundle is ECMAScript 2015, and what it calls is known or brought along', () => {
    expect(scriptFaults('var f = async () => {}', legacy, nothing)).toEqual([expect.stringContaining('2015')])
    expect(scriptFaults('Promise.allSettled([])', legacy, nothing)).toEqual([
      expect.stringContaining('Promise.allSettled (Safari on iOS 13'),
    ])
    for (const made of ['RegExp(`[\\\\p{L}]`,`gu`)', 'new RegExp("[\\\\p{L}]","u")'])
      expect(scriptFaults(made, legacy, nothing)).toEqual([expect.stringContaining('unicode_character_class_escape (Safari on iOS 11.3')])
    expect(scriptFaults('RegExp(`a.b`,`s`)', legacy, nothing)).toEqual([expect.stringContaining('dotAll')])
    const added = namesAdded("import 'core-js/es/promise/all-settled.js'\nimport 'abortcontroller-polyfill/dist/polyfill-patch-fetch.js'\n")
    expect(scriptFaults('Promise.allSettled([]); new AbortController()', legacy, added)).toEqual([])
  })
})

describe('styles of the build', () => {
  test.each([
    ['.a{display:flex;gap:4px}', 'gap.flex_context (Safari on iOS 14.5, Chrome 84)'],
    ['.a{gap:4px}', 'gap.flex_context'],
    ['.a{padding-inline:4px}', 'padding-inline (Safari on iOS 14.5, Chrome 87)'],
    ['.a{inset:0}', 'inset (Safari on iOS 14.5, Chrome 87)'],
    ['.a{aspect-ratio:1}', 'aspect-ratio'],
    ['.a{accent-color:red}', 'accent-color'],
    ['.a{height:100dvh}', 'viewport_percentage_units_dynamic (Safari on iOS 15.4, Chrome 108)'],
    ['.a{width:clamp(1px,2vw,3px)}', 'clamp (Safari on iOS 13.4)'],
    ['.a{color:color-mix(in srgb,red,blue)}', 'color-mix'],
    [':is(.a,.b){color:red}', 'selectors.is (Safari on iOS 14, Chrome 88)'],
    ['.a:has(b){color:red}', 'selectors.has'],
    ['.a:not(.b,.c){color:red}', 'not.selector_list (Chrome 88)'],
    ['@media (width >= 10px){.a{color:red}}', 'range_syntax'],
    ['@layer a{.a{color:red}}', 'at-rules.layer'],
    ['@container (min-width:1px){.a{color:red}}', 'at-rules.container'],
  ])('%s is named, with the versions that brought it', (text, fault) => {
    expect(styleFaults(text, modern).join('\n')).toContain(fault)
  })

  test.each([
    '.a{display:grid;gap:4px}',
    '.a{display:grid}.a{gap:4px}',
    '.a{display:grid;justify-content:start}',
    '@supports (height:100dvh){.a{height:100dvh}}',
    '.a{-webkit-appearance:none;appearance:none}',
    '.a{cursor:pointer}',
    '.a{width:max(1px,2vw);color:var(--a)}',
    '.a:not(.b)>:last-child{margin:-4px 0 calc(1px + env(safe-area-inset-top,0px))}',
  ])('%s is understood, or does no harm where it is not', (text) => {
    expect(styleFaults(text, modern)).toEqual([])
  })

  test('a dark theme does no harm where it is not known; a gap of a grid by its newer name does', () => {
    expect(styleFaults('@media (prefers-color-scheme:dark){.a{color:red}}', legacy)).toEqual([])
    expect(styleFaults('.a{display:grid;gap:4px}', legacy).join()).toContain('gap.grid_context (Safari on iOS 12, Chrome 66)')
    expect(styleFaults('.a{display:grid;grid-gap:4px}', legacy)).toEqual([])
  })
})
