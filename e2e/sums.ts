import { expect, type Page } from '@playwright/test'
import { comesTo } from '../apps/web/src/blocks/sum-on-screen.example.ts'

/** Counts every sum on the topmost sheet again, from its words alone; the first sum under an amount comes to that amount. Answers how many. */
export async function countSums(page: Page): Promise<number> {
  const rows = page.getByRole('dialog').last().locator('dl > div')
  await expect(rows.first()).toBeVisible()
  let sums = 0
  for (const row of await rows.all()) {
    const [amount = '', ...sentences] = await row.locator('dd').allTextContents()
    const counted = sentences.flatMap(comesTo)
    for (const { counts, says } of counted) expect(counts, sentences.join('\n')).toBe(says)
    if (counted[0] !== undefined) expect(counted[0].says, sentences.join('\n')).toBe(amount)
    sums += counted.length
  }
  return sums
}

/** The amounts of the topmost sheet, in fen, by what they are called. */
export async function amountsOnSheet(page: Page): Promise<{ name: string; fen: number }[]> {
  const rows = page.getByRole('dialog').last().locator('dl > div')
  return Promise.all(
    (await rows.all()).map(async (row) => ({
      name: (await row.locator('dt').textContent()) ?? '',
      fen: Math.round(Number((await row.locator('dd').first().textContent())?.replaceAll(',', '')) * 100),
    })),
  )
}
