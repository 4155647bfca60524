import { type AnyNode, parse } from 'acorn'
import type { Level } from './browser-levels.ts'
import { broughtBy } from './compat-data.ts'
import { walk } from './syntax-tree.ts'

const statements = 'javascript.statements'
const operators = 'javascript.operators'
const classes = 'javascript.classes'
const expressions = 'javascript.regular_expressions'

/**
 * The syntax of a script that a level lacks, each as `optional chaining (Safari on iOS 13.4, Chrome 80)`; what no entry names
 * is told by the parser of the level's edition of ECMAScript.
 */
export function lateSyntax(text: string, level: Level): string[] {
  const found = new Set<string>()
  walk(parse(text, { ecmaVersion: 'latest', sourceType: level.sourceType }), (node, around) => {
    for (const path of syntaxOf(node, around)) {
      const brought = broughtBy(path.split('.'), level)
      if (brought !== undefined) found.add(`${path} (${brought})`)
    }
  })
  const unnamed = found.size === 0 ? refusalOf(text, level) : undefined
  return unnamed === undefined ? [...found] : [unnamed]
}

function refusalOf(text: string, level: Level): string | undefined {
  try {
    parse(text, { ecmaVersion: level.ecmaVersion, sourceType: level.sourceType })
    return undefined
  } catch (error) {
    return `not ECMAScript ${level.ecmaVersion}: ${error instanceof Error ? error.message : error}`
  }
}

function syntaxOf(node: AnyNode, around: readonly AnyNode[]): string[] {
  switch (node.type) {
    case 'ChainExpression':
      return [`${operators}.optional_chaining`]
    case 'LogicalExpression':
      return node.operator === '??' ? [`${operators}.nullish_coalescing`] : []
    case 'BinaryExpression':
      return [
        ...(node.operator === '**' ? [`${operators}.exponentiation`] : []),
        ...(node.left.type === 'PrivateIdentifier' ? [`${classes}.private_class_fields_in`] : []),
      ]
    case 'AssignmentExpression':
      return assignments.get(node.operator) ?? []
    case 'PropertyDefinition':
      return [node.key.type === 'PrivateIdentifier' ? `${classes}.private_class_fields` : `${classes}.public_class_fields`]
    case 'MethodDefinition':
      return node.key.type === 'PrivateIdentifier' ? [`${classes}.private_class_methods`] : []
    case 'StaticBlock':
      return [`${classes}.static.initialization_blocks`]
    case 'AwaitExpression':
      return around.some(isFunction) ? [] : [`${operators}.await.top_level`]
    case 'ForOfStatement':
      return node.await ? [`${statements}.for_await...of`] : []
    case 'CatchClause':
      return node.param ? [] : [`${statements}.try_catch.optional_catch_binding`]
    case 'ImportExpression':
      return [`${operators}.import`]
    case 'MetaProperty':
      return node.meta.name === 'import' ? [`${operators}.import_meta`] : []
    case 'ExportAllDeclaration':
      return node.exported ? [`${statements}.export.namespace`] : []
    case 'SpreadElement':
      return around.at(-1)?.type === 'ObjectExpression' ? [`${operators}.object_initializer.spread_properties`] : []
    case 'RestElement':
      return around.at(-1)?.type === 'ObjectPattern' ? [`${operators}.destructuring.rest_in_objects`] : []
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return functionSyntax(node)
    case 'Literal':
      return literalSyntax(node)
    case 'CallExpression':
    case 'NewExpression':
      return node.callee.type === 'Identifier' && node.callee.name === 'RegExp' ? madeSyntax(node.arguments.map(plainText)) : []
    default:
      return []
  }
}

const assignments: ReadonlyMap<string, string[]> = new Map([
  ['**=', [`${operators}.exponentiation_assignment`]],
  ['??=', [`${operators}.nullish_coalescing_assignment`]],
  ['||=', [`${operators}.logical_or_assignment`]],
  ['&&=', [`${operators}.logical_and_assignment`]],
])

function isFunction({ type }: AnyNode): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function functionSyntax({ async, generator }: { async: boolean; generator: boolean }): string[] {
  if (!async) return []
  return [generator ? `${statements}.async_generator_function` : `${statements}.async_function`]
}

function literalSyntax({
  bigint,
  regex,
  value,
  raw = '',
}: {
  bigint?: string | null
  regex?: { pattern: string; flags: string } | null
  value?: unknown
  raw?: string
}): string[] {
  if (bigint) return ['javascript.builtins.BigInt']
  if (regex) return expressionSyntax(regex.pattern, regex.flags)
  // A pattern that is put together at run time is a text until then.
  if (typeof value === 'string') return /\(\?<[=!]/.test(value) ? [`${expressions}.lookbehind_assertion`] : []
  return typeof value === 'number' && raw.includes('_') ? ['javascript.grammar.numeric_separators'] : []
}

/** A pattern that older browsers refuse is made at run time in what is compiled for them, which hides it from their parsers and not from them. */
function madeSyntax([pattern = '', flags = '']: readonly (string | undefined)[]): string[] {
  return pattern === ofNestedTexts ? [] : expressionSyntax(pattern, flags)
}

/** i18next makes it for texts that hold others; ours hold none. */
const ofNestedTexts = '{.*}'

function plainText(node: AnyNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  return node.type === 'TemplateLiteral' && node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
}

const flagNames: ReadonlyMap<string, string> = new Map([
  ['d', 'hasIndices'],
  ['s', 'dotAll'],
  ['u', 'unicode'],
  ['v', 'unicodeSets'],
  ['y', 'sticky'],
])

function expressionSyntax(pattern: string, flags: string): string[] {
  const parts: [RegExp, string][] = [
    [/\(\?<[=!]/, 'lookbehind_assertion'],
    [/\(\?<[^=!]/, 'named_capturing_group'],
    [/\(\?[a-z]*-?[a-z]*:(?<!\(\?:)/, 'modifier'],
    [/\\[pP]\{/, 'unicode_character_class_escape'],
  ]
  const ofFlags = [...flags].flatMap((flag) => flagNames.get(flag) ?? []).map((name) => `javascript.builtins.RegExp.${name}`)
  return [...ofFlags, ...parts.flatMap(([part, name]) => (part.test(pattern) ? [`${expressions}.${name}`] : []))]
}
