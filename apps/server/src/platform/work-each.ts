/**
 * Works every item, so that one that fails holds up no other; then fails with all faults. `what` names the items in the message, for example
 * `applications could not be looked at`.
 */
export async function workEach<Item>(items: readonly Item[], what: string, work: (item: Item) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const item of items) await work(item).catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${items.length} ${what}`)
}
