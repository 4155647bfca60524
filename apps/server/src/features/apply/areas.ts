import { areaList } from '@vant/area-data'
import areaPackage from '@vant/area-data/package.json' with { type: 'json' }
import { olderAreas } from './older-areas.ts'

export type Area = { code: string; name: string }
export const areaVersion: string = areaPackage.version

const provinces = new Map(Object.entries(areaList.province_list))
const cities = new Map(Object.entries(areaList.city_list))
const counties = new Map(Object.entries(areaList.county_list))

/** Provinces without a parent, cities of a province, counties of a city; nothing for any other code. */
export function areasBelow(parent: string | undefined): Area[] {
  if (parent === undefined) return areasOf(provinces, '')
  if (provinces.has(parent)) return areasOf(cities, parent.slice(0, 2))
  if (cities.has(parent)) return areasOf(counties, parent.slice(0, 4))
  return []
}

/** Province and city of a city code; undefined for any other code. */
export function cityPathOf(code: string): Area[] | undefined {
  const province = provinces.get(`${code.slice(0, 2)}0000`)
  const city = cities.get(code)
  return province === undefined || city === undefined
    ? undefined
    : [
        { code: `${code.slice(0, 2)}0000`, name: province },
        { code, name: city },
      ]
}

/**
 * Province, city and county of a county code, or undefined for a code that never was one here. A code abolished since is still read,
 * under its former name.
 */
export function areaPathOf(code: string): Area[] | undefined {
  const name = counties.get(code) ?? olderAreas[code]
  const province = { code: `${code.slice(0, 2)}0000`, name: provinces.get(`${code.slice(0, 2)}0000`) }
  const city = { code: `${code.slice(0, 4)}00`, name: cities.get(`${code.slice(0, 4)}00`) }
  if (name === undefined || province.name === undefined) return undefined
  const named = [province, city].filter((area): area is Area => area.name !== undefined)
  return [...named, { code, name }]
}

/** '北京市 东城区': a municipality and the one city below it have the same name, which is said once. */
export function areaNameOf(code: string): string {
  const names = (areaPathOf(code) ?? []).map(({ name }) => name)
  return names.filter((name, place) => name !== names[place - 1]).join(' ')
}

function areasOf(list: ReadonlyMap<string, string>, start: string): Area[] {
  return [...list].filter(([code]) => code.startsWith(start)).map(([code, name]) => ({ code, name }))
}
