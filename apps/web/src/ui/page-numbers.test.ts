import { describe, expect, test } from 'vitest'
import { pageButtons, pagesOf } from './page-numbers.ts'

describe('R9.5 pages of a list', () => {
  test('R9.5 ten a page: the eleventh entry begins the second page, no entry is still a page', () => {
    expect([0, 1, 10, 11, 100, 101].map((total) => pagesOf(total, 10))).toEqual([1, 1, 1, 2, 10, 11])
  })
  test('R9.5 five buttons at most, the first and the last page always among them', () => {
    expect(pageButtons(1, 1, 5)).toEqual([1])
    expect(pageButtons(3, 5, 5)).toEqual([1, 2, 3, 4, 5])
    expect(pageButtons(1, 20, 5)).toEqual([1, 2, 3, 4, 20])
    expect(pageButtons(3, 20, 5)).toEqual([1, 2, 3, 4, 20])
    expect(pageButtons(4, 20, 5)).toEqual([1, 3, 4, 5, 20])
    expect(pageButtons(18, 20, 5)).toEqual([1, 17, 18, 19, 20])
    expect(pageButtons(20, 20, 5)).toEqual([1, 17, 18, 19, 20])
    for (let page = 1; page <= 6; page += 1) expect(pageButtons(page, 6, 5)).toContain(page)
  })
})
