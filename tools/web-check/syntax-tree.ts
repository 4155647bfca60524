import type { AnyNode } from 'acorn'

/** Calls with every node of a program and the nodes around it, the nearest last. */
export function walk(node: AnyNode, visit: (node: AnyNode, around: readonly AnyNode[]) => void): void {
  const around: AnyNode[] = []
  const enter = (entered: AnyNode) => {
    visit(entered, around)
    around.push(entered)
    for (const child of childrenOf(entered)) enter(child)
    around.pop()
  }
  enter(node)
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
}
