import { parseSync } from 'vite'

/** A small change that a test must notice: the text from `start` to `end` of a file becomes `put`. */
export type Mutation = {
  readonly file: string
  readonly line: number
  readonly what: string
  readonly start: number
  readonly end: number
  readonly put: string
}

/** Every mutation of a TypeScript file, in the order of the text. What only tells of a bug or its words is left alone. */
export function mutationsOf(file: string, text: string): Mutation[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Change[] = []
  visit(program, (node) => found.push(...changesOf(node, text)))
  return found
    .map(({ node, put }) => ({
      file,
      line: lineAt(text, node.start),
      what: whatOf(text, node, put),
      start: node.start,
      end: node.end,
      put,
    }))
    .sort((a, b) => a.start - b.start)
}

export function mutated(text: string, { start, end, put }: Mutation): string {
  return text.slice(0, start) + put + text.slice(end)
}

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }
type Change = { readonly node: Node; readonly put: string }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

/** Calls whose only purpose is to tell of a bug. */
const tellsOfABug = new Set(['assert', 'unreachable'])

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  if (!isNode(value) || isLeftAlone(value)) return
  if (!value.type.startsWith('TS')) see(value)
  for (const child of childrenOf(value)) visit(child, see)
}

/** What only names, types or words a failure does not run, or tells of a bug. */
function isLeftAlone(node: Node): boolean {
  if (node.type === 'ExpressionStatement') return isNode(node.expression) && isLeftAlone(node.expression)
  if (node.type === 'CallExpression') return tellsOfABug.has(calleeOf(node))
  return ['ImportDeclaration', 'TemplateLiteral', 'ThrowStatement'].includes(node.type)
}

function childrenOf(node: Node): unknown[] {
  if (node.type.startsWith('TS')) return [node.expression]
  if (node.type === 'CallExpression' && calleeOf(node) === 'demand') return argumentsOf(node).slice(0, 1)
  if (node.type === 'CallExpression' && isSort(node)) return [node.callee]
  const silent = ['typeAnnotation', 'typeArguments', 'returnType', 'typeParameters']
  return Object.entries(node).flatMap(([key, child]) => {
    const isName = key === 'key' && node.computed !== true
    const isCaseOf = node.type === 'SwitchCase' && key === 'test'
    return isName || isCaseOf || silent.includes(key) ? [] : [child]
  })
}

/** What a comparison says of equals never shows: sorting keeps their order. */
function isSort({ callee }: Node): boolean {
  return isNode(callee) && isNode(callee.property) && callee.property.name === 'sort'
}

const otherOperators = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['&&', '||'],
  ['||', '&&'],
])
const otherAssignments = new Map([
  ['+=', '-='],
  ['-=', '+='],
])
const otherCalls = new Map([
  ['Math.min', 'Math.max'],
  ['Math.max', 'Math.min'],
  ['Math.floor', 'Math.ceil'],
  ['minFen', 'maxFen'],
  ['maxFen', 'minFen'],
  ['addFen', 'subFen'],
  ['subFen', 'addFen'],
  ['addParts', 'subParts'],
  ['subParts', 'addParts'],
])
const otherMethods = new Map([
  ['every', 'some'],
  ['some', 'every'],
])
const otherRoundings = new Map([
  ['halfUp', 'down'],
  ['halfEven', 'halfUp'],
  ['down', 'halfUp'],
  ['up', 'down'],
])

function changesOf(node: Node, text: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorChanges(node, text, otherOperators)
    case 'AssignmentExpression':
      return operatorChanges(node, text, otherAssignments)
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return isNode(node.test) ? [{ node: node.test, put: `!(${sourceOf(text, node.test)})` }] : []
    case 'CallExpression':
      return callChanges(node, text)
    case 'ExpressionStatement':
      return isNode(node.expression) && node.expression.type === 'CallExpression' ? [{ node, put: '' }] : []
    case 'Literal':
      return literalChanges(node)
    default:
      return []
  }
}

function operatorChanges(node: Node, text: string, others: ReadonlyMap<string, string>): Change[] {
  const { left, right, operator } = node
  const other = others.get(String(operator))
  if (other === undefined || !isNode(left) || !isNode(right)) return []
  if ([left, right].some((side) => side.type === 'TemplateLiteral' || typeof side.value === 'string') && operator === '+') return []
  return [{ node, put: `${sourceOf(text, left)} ${other} ${sourceOf(text, right)}` }]
}

/** Another function, when the file has it; or its first argument, when it has more than one. */
function callChanges(node: Node, text: string): Change[] {
  const callee = calleeOf(node)
  const given = argumentsOf(node)
  const [first] = given
  if (!isNode(node.callee)) return []
  const rest = text.slice(node.callee.end, node.end)
  const other = otherCalls.get(callee)
  const isThere = other !== undefined && (other.startsWith('Math.') || new RegExp(`\\b${other}\\b`).test(text))
  const method = otherMethods.get(callee.split('.').pop() ?? '')
  const base = callee.slice(0, callee.lastIndexOf('.'))
  return [
    ...(isThere && given.length <= 2 ? [{ node, put: `${other}${rest}` }] : []),
    ...(otherCalls.has(callee) && given.length > 1 && first !== undefined && first.type !== 'SpreadElement'
      ? [{ node, put: sourceOf(text, first) }]
      : []),
    ...(method !== undefined && base !== '' ? [{ node, put: `${base}.${method}${rest}` }] : []),
  ]
}

function literalChanges(node: Node): Change[] {
  const { value } = node
  if (typeof value === 'number') return [{ node, put: String(value + 1) }]
  if (typeof value === 'boolean') return [{ node, put: String(!value) }]
  const rounding = typeof value === 'string' ? otherRoundings.get(value) : undefined
  return rounding === undefined ? [] : [{ node, put: `'${rounding}'` }]
}

function calleeOf({ callee }: Node): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee.name)
  const { object, property } = callee
  if (callee.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return ''
  return object.type === 'Identifier' && property.type === 'Identifier' ? `${object.name}.${property.name}` : ''
}

function argumentsOf(node: Node): Node[] {
  return Array.isArray(node.arguments) ? node.arguments.filter(isNode) : []
}

function sourceOf(text: string, { start, end }: Node): string {
  return text.slice(start, end)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function whatOf(text: string, node: Node, put: string): string {
  const short = (source: string) => source.replace(/\s+/g, ' ').slice(0, 60)
  return `${short(sourceOf(text, node))} → ${short(put) || 'nothing'}`
}
