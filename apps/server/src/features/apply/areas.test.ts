import { expect, test } from 'vitest'
import { areaNameOf, areaPathOf, areasBelow } from './areas.ts'
import { olderAreas } from './older-areas.ts'

test('the tree goes from provinces over cities to counties', () => {
  expect(areasBelow(undefined)).toHaveLength(34)
  expect(areasBelow('330000').map(({ name }) => name)).toContain('杭州市')
  expect(areasBelow('330100').map(({ name }) => name)).toContain('西湖区')
  expect(areasBelow('330106')).toEqual([])
  expect(areasBelow('999999')).toEqual([])
})

test('every county of the tree has a path of three and a name', () => {
  const counties = areasBelow(undefined)
    .flatMap(({ code }) => areasBelow(code))
    .flatMap(({ code }) => areasBelow(code))
  expect(counties.length).toBeGreaterThan(2_800)
  for (const { code, name } of counties)
    expect(
      areaPathOf(code)
        ?.map((area) => area.name)
        .at(-1),
    ).toBe(name)
})

test('a municipality is named once', () => {
  expect(areaNameOf('110101')).toBe('北京市 东城区')
  expect(areaNameOf('330106')).toBe('浙江省 杭州市 西湖区')
})

test.each(Object.keys(olderAreas))('the abolished code %s stays readable under its name', (code) => {
  expect(areaPathOf(code)?.at(-1)).toEqual({ code, name: olderAreas[code] })
})

test.each(['990101', '110199', '110000', '110100', ''])('%j is no county', (code) => {
  expect(areaPathOf(code)).toBeUndefined()
})
