import { type AnyNode, parse } from 'acorn'
import type { Level } from './browser-levels.ts'
import { broughtBy, namesBelow } from './compat-data.ts'
import { walk } from './syntax-tree.ts'

/** What a script uses of the platform: the feature, and the source text around it by which an exception can name the place. */
export type Use = { feature: string; around: string }

/**
 * The built-ins that a script uses and a level lacks. Names alone are compared: of a call on an unknown object (`x.at(0)`) only
 * names count that no older built-in has. A use in code that asks first whether the built-in is there is none.
 */
export function lateBuiltIns(text: string, level: Level): Use[] {
  const late = lateNamesOf(level)
  const uses: Use[] = []
  const program = parse(text, { ecmaVersion: 'latest', sourceType: level.sourceType })
  const own = namesDeclared(program)
  walk(program, (node, around) => {
    const { name, feature } = useIn(node, around, late, own) ?? {}
    if (name === undefined || feature === undefined || isAskedFor(name, node, around, text)) return
    uses.push({ feature, around: text.slice(Math.max(0, node.start - 60), node.end + 60) })
  })
  return uses
}

type LateNames = { globals: ReadonlyMap<string, string>; statics: ReadonlyMap<string, string>; methods: ReadonlyMap<string, string> }

function useIn(node: AnyNode, around: readonly AnyNode[], late: LateNames, own: ReadonlySet<string>) {
  const parent = around.at(-1)
  if (node.type === 'Identifier') {
    const feature = own.has(node.name) || isLabelOf(node, parent) ? undefined : late.globals.get(node.name)
    return feature === undefined ? undefined : { name: node.name, feature }
  }
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined
  const name = node.property.name
  if (node.object.type === 'Identifier') {
    const feature = late.statics.get(`${node.object.name}.${name}`)
    // `Object.hasOwn || function …` brings its own.
    const isReplaced = parent?.type === 'LogicalExpression' && parent.operator === '||' && parent.left === node
    if (feature !== undefined && !isReplaced) return { name, feature }
  }
  const feature = parent?.type === 'CallExpression' && parent.callee === node ? late.methods.get(name) : undefined
  return feature === undefined ? undefined : { name, feature }
}

/** A name after a dot, of a property or of a jump is not a name of the platform. */
function isLabelOf(node: AnyNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.property === node && !parent.computed
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.key === node && !parent.computed && !('shorthand' in parent && parent.shorthand)
    case 'UnaryExpression':
      return parent.operator === 'typeof'
    default:
      return false
  }
}

/** Names that the script itself gives: they hide those of the platform. */
function namesDeclared(program: AnyNode): Set<string> {
  const names = new Set<string>()
  const add = (node: AnyNode | null | undefined) => {
    if (node?.type === 'Identifier') names.add(node.name)
  }
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' || node.type === 'ClassDeclaration' || node.type === 'ClassExpression') add(node.id)
    if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') add(node.id)
    if ('params' in node) node.params.forEach(add)
    if (node.type === 'ImportSpecifier') add(node.local)
  })
  return names
}

/** Whether a condition around a use speaks of the same name: `typeof X === 'function' && X(…)`, `x.at ? x.at(0) : …`. */
function isAskedFor(name: string, node: AnyNode, around: readonly AnyNode[], text: string): boolean {
  const mentions = new RegExp(`(?<![\\w$])${name}(?![\\w$])`)
  return around.some((outer, index) => {
    const inner = around[index + 1] ?? node
    const condition = conditionOf(outer, inner)
    return condition !== undefined && mentions.test(text.slice(condition.start, condition.end))
  })
}

function conditionOf(outer: AnyNode, inner: AnyNode): AnyNode | undefined {
  if (outer.type === 'IfStatement' || outer.type === 'ConditionalExpression') return outer.test === inner ? undefined : outer.test
  return outer.type === 'LogicalExpression' && outer.right === inner ? outer.left : undefined
}

const known = new Map<Level['name'], LateNames>()

function lateNamesOf(level: Level): LateNames {
  const made = known.get(level.name) ?? makeLateNames(level)
  known.set(level.name, made)
  return made
}

function makeLateNames(level: Level): LateNames {
  const globals = new Map<string, string>()
  const statics = new Map<string, string>()
  const methods = new Map<string, string>()
  const older = new Set<string>()
  for (const [owner, path] of ownersOfMembers()) {
    const brought = broughtBy(path, level)
    if (brought !== undefined) globals.set(owner, `${owner} (${brought})`)
    for (const key of namesBelow(path)) {
      const name = key.replace(/_static$/, '')
      const late = broughtBy([...path, key], level)
      if (late === undefined) older.add(name)
      else if (globalScopes.has(owner)) globals.set(name, `${name} (${late})`)
      else {
        statics.set(`${owner}.${name}`, `${owner}.${name} (${late})`)
        // Who has no such object cannot call its methods: the object itself is named where it is made.
        if (brought === undefined && !key.endsWith('_static') && !hasOnlyStatics.has(owner) && !methods.has(name))
          methods.set(name, `${owner}.${name} (${late})`)
      }
    }
  }
  // A name that an older built-in has, too, says nothing about an unknown object.
  for (const name of older) methods.delete(name)
  return { globals, statics, methods }
}

const globalScopes = new Set(['Window', 'WindowOrWorkerGlobalScope', 'globals'])
const hasOnlyStatics = new Set(['Object', 'Math', 'JSON', 'Reflect', 'Atomics', 'Intl'])

function ownersOfMembers(): [name: string, path: string[]][] {
  const folders = [['javascript', 'builtins'], ['javascript', 'builtins', 'Intl'], ['api']]
  return folders.flatMap((folder) => namesBelow(folder).map((name): [string, string[]] => [name, [...folder, name]]))
}
