import { type Atrule, type CssNode, type Declaration, parse, type Rule, walk } from 'css-tree'
import type { Level } from './browser-levels.ts'
import { broughtBy, compatOf, namesBelow } from './compat-data.ts'

/** A feature of CSS that a level lacks, as `css.properties.gap.flex_context (Safari on iOS 14.5, Chrome 84)`, and the rule it is in. */
export type StyleUse = { feature: string; around: string }

/**
 * What a style sheet uses and a level lacks. What stands behind `@supports` is not looked at: who lacks it does not read it. A
 * property is none when its rule gives the older name beside it.
 */
export function lateStyles(text: string, level: Level): StyleUse[] {
  const uses: StyleUse[] = []
  const sheet = parse(text, { positions: true, onParseError: (error) => uses.push({ feature: `not CSS: ${error.message}`, around: '' }) })
  const grids = gridClasses(sheet)
  walk(sheet, {
    enter(this: { rule: Rule | null }, node: CssNode) {
      if (node.type === 'Atrule' && node.name === 'supports') return walk.skip
      for (const path of featuresOf(node, this.rule, grids)) {
        const brought = broughtBy(path, level)
        if (brought !== undefined && !hasOlderName(path, this.rule))
          uses.push({ feature: `${path.join('.')} (${brought})`, around: sourceOf(this.rule ?? node, text) })
      }
      return undefined
    },
  })
  return uses
}

function sourceOf(node: CssNode, text: string): string {
  return node.loc ? text.slice(node.loc.start.offset, Math.min(node.loc.end.offset, node.loc.start.offset + 160)) : ''
}

type Path = readonly string[]

function featuresOf(node: CssNode, rule: Rule | null, grids: ReadonlySet<string>): Path[] {
  switch (node.type) {
    case 'Atrule':
      return atRule(node)
    case 'Feature':
      return [['css', 'at-rules', 'media', node.name.replace(/^(min|max)-/, '')]]
    case 'FeatureRange':
      return [['css', 'at-rules', 'media', 'range_syntax']]
    case 'NestingSelector':
      return [['css', 'selectors', 'nesting']]
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return pseudo(
        node.name,
        node.type === 'PseudoClassSelector' && node.children !== null && node.name === 'not' ? node.children.first : null,
      )
    case 'Declaration':
      return declaration(node, rule, grids)
    default:
      return []
  }
}

function atRule({ name }: Atrule): Path[] {
  return [['css', 'at-rules', name.replace(/^-\w+-/, '')]]
}

function pseudo(name: string, inside: CssNode | null): Path[] {
  const isList = inside?.type === 'SelectorList' && inside.children.size > 1
  return [['css', 'selectors', name], ...(isList ? [['css', 'selectors', name, 'selector_list']] : [])]
}

function declaration(node: Declaration, rule: Rule | null, grids: ReadonlySet<string>): Path[] {
  const { property, value } = node
  if (property.startsWith('--')) return valueFeatures(value, ['css', 'properties', 'custom-property'])
  const path = ['css', 'properties', property]
  const inContext = /^(row-|column-)?gap$/.test(property) ? [[...path, isGrid(rule, grids) ? 'grid_context' : 'flex_context']] : [path]
  // Where a grid stands is as old as the grid; the data tells of flex boxes.
  const places = /^(align|justify|place)-/.test(property) && isGrid(rule, grids)
  return [...inContext, ...(places ? [] : valueFeatures(value, path))]
}

function valueFeatures(value: CssNode, property: Path): Path[] {
  const found: Path[] = []
  walk(value, (node: CssNode) => {
    if (node.type === 'Identifier') found.push([...property, node.name], ['css', 'types', 'global_keywords', node.name])
    if (node.type === 'Function') found.push([...property, node.name], [...property, `${node.name}_function`], ...functionPaths(node.name))
    if (node.type === 'Dimension') found.push(unitPath(node.unit))
    if (node.type === 'Hash' && (node.value.length === 4 || node.value.length === 8))
      found.push(['css', 'types', 'color', 'rgb_hexadecimal_notation', 'alpha_hexadecimal_notation'])
  })
  return found
}

/** The data holds functions among the types, or one step below: `min`, `color.color-mix`. */
function functionPaths(name: string): Path[] {
  const types = ['css', 'types']
  const folders = [types, ...namesBelow(types).map((type) => [...types, type])]
  return folders.map((folder) => [...folder, name]).filter((path) => compatOf(path) !== undefined)
}

function unitPath(unit: string): Path {
  const viewport = /^([dsl])v(w|h|i|b|min|max)$/.exec(unit)
  const sizes: Readonly<Record<string, string>> = { d: 'dynamic', s: 'small', l: 'large' }
  if (viewport) return ['css', 'types', 'length', `viewport_percentage_units_${sizes[viewport[1] ?? '']}`]
  return ['css', 'types', 'length', /^cq(w|h|i|b|min|max)$/.test(unit) ? 'container_query_length_units' : unit]
}

/** `-webkit-backdrop-filter` beside `backdrop-filter`, `-webkit-sticky` beside `sticky`: the rule has said it in older words, too. */
function hasOlderName(path: Path, rule: Rule | null): boolean {
  const [, area, property, value] = path
  if (area !== 'properties' || property === undefined || rule === null) return false
  return rule.block.children.some(
    (node) =>
      node.type === 'Declaration' &&
      (node.property === `-webkit-${property}` || (node.property === property && value !== undefined && says(node, `-webkit-${value}`))),
  )
}

function says({ value }: Declaration, word: string): boolean {
  return value.type === 'Value' && value.children.some((part) => part.type === 'Identifier' && part.name === word)
}

/** Classes whose elements lay out by a grid, so that a gap set for them elsewhere is one of a grid. */
function gridClasses(sheet: CssNode): Set<string> {
  const grids = new Set<string>()
  walk(sheet, (node: CssNode) => {
    if (node.type === 'Rule' && displayOf(node) === 'grid') for (const name of lastNames(node)) grids.add(name)
  })
  return grids
}

function isGrid(rule: Rule | null, grids: ReadonlySet<string>): boolean {
  if (rule === null) return false
  const display = displayOf(rule)
  return display === undefined ? lastNames(rule).every((name) => grids.has(name)) : display === 'grid'
}

function displayOf(rule: Rule): 'grid' | 'other' | undefined {
  let display: 'grid' | 'other' | undefined
  rule.block.children.forEach((node) => {
    if (node.type !== 'Declaration' || node.property !== 'display' || node.value.type !== 'Value') return
    const first = node.value.children.first
    display = first?.type === 'Identifier' && /^(inline-)?grid$/.test(first.name) ? 'grid' : 'other'
  })
  return display
}

/** The last class or element of each selector of a rule: whom it dresses. */
function lastNames(rule: Rule): string[] {
  if (rule.prelude.type !== 'SelectorList') return []
  return rule.prelude.children.toArray().map((selector) => {
    let name = ''
    if (selector.type !== 'Selector') return name
    selector.children.forEach((part) => {
      if (part.type === 'ClassSelector' || part.type === 'TypeSelector') name = part.name
    })
    return name
  })
}
