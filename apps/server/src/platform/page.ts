/**
 * Returns one page of a list from rows that were asked for with `limit: size + 1`: the row too many says that another page follows, after the
 * id of the last one shown.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  { size, idOf, shown }: { readonly size: number; readonly idOf: (row: Row) => number; readonly shown: (row: Row) => Item },
): { items: Item[]; next: number | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { items: page.map(shown), next: rows.length > size && last !== undefined ? idOf(last) : null }
}
