/** How many pages entries make; an empty list is one page. */
export const pagesOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** The numbers that have a button, rising: the first, the last and as many around the present one as there is room for. */
export function pageButtons(page: number, pages: number, buttons: number): readonly number[] {
  if (pages <= buttons) return Array.from({ length: pages }, (_, place) => place + 1)
  const inner = buttons - 2
  const start = Math.min(Math.max(page - Math.floor(inner / 2), 2), pages - inner)
  return [1, ...Array.from({ length: inner }, (_, place) => start + place), pages]
}
