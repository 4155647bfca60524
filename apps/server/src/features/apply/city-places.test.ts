import { expect, test } from 'vitest'
import { cityPathOf } from './areas.ts'
import { knownCities, nearestCity } from './city-places.ts'

const names = (latitude: number, longitude: number) => nearestCity({ latitude, longitude }).map(({ name }) => name)

test.each([
  ['a lake of Hangzhou', 30.24, 120.14, ['浙江省', '杭州市']],
  ['a suburb of Shanghai', 31.11, 121.38, ['上海市', '上海市']],
  ['Kunshan, which belongs to Suzhou', 31.39, 120.95, ['江苏省', '苏州市']],
  ['Dongguan, a city without counties of its own', 23.05, 113.75, ['广东省', '东莞市']],
] as const)('R7.2 %s is found', (_, latitude, longitude, found) => {
  expect(names(latitude, longitude)).toEqual(found)
})

test.each([
  ['the sea', 20, 130],
  ['another country', 48.86, 2.35],
  ['the desert', 40, 90],
] as const)('R7.2 %s is near no city', (_, latitude, longitude) => {
  expect(names(latitude, longitude)).toEqual([])
})

test('every city of the table is in the list of areas', () => {
  expect(knownCities.filter((code) => cityPathOf(code) === undefined)).toEqual([])
})
