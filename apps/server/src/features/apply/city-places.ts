import { type Area, cityPathOf } from './areas.ts'

/** Farther than this a city is not where the borrower is. */
const nearKm = 60
const earthKm = 6_371

/** Centres of larger cities by area code: latitude and longitude in degrees. */
const centres = {
  110100: [39.9, 116.41],
  120100: [39.13, 117.2],
  130100: [38.04, 114.51],
  130200: [39.63, 118.18],
  130400: [36.63, 114.54],
  130600: [38.87, 115.46],
  140100: [37.87, 112.55],
  140200: [40.08, 113.3],
  150100: [40.84, 111.75],
  150200: [40.66, 109.84],
  210100: [41.8, 123.43],
  210200: [38.91, 121.61],
  220100: [43.82, 125.32],
  220200: [43.84, 126.55],
  230100: [45.8, 126.53],
  230600: [46.59, 125.1],
  310100: [31.23, 121.47],
  320100: [32.06, 118.8],
  320200: [31.49, 120.31],
  320300: [34.21, 117.28],
  320400: [31.81, 119.97],
  320500: [31.3, 120.59],
  320600: [31.98, 120.89],
  320900: [33.35, 120.16],
  321000: [32.39, 119.41],
  330100: [30.27, 120.16],
  330200: [29.87, 121.55],
  330300: [28, 120.7],
  330400: [30.75, 120.76],
  330600: [30.03, 120.58],
  330700: [29.08, 119.65],
  331000: [28.66, 121.42],
  340100: [31.82, 117.23],
  340200: [31.35, 118.43],
  341200: [32.89, 115.81],
  350100: [26.07, 119.3],
  350200: [24.48, 118.09],
  350500: [24.87, 118.68],
  360100: [28.68, 115.86],
  360700: [25.83, 114.93],
  370100: [36.65, 117.12],
  370200: [36.07, 120.38],
  370600: [37.46, 121.45],
  370700: [36.71, 119.16],
  370800: [35.41, 116.59],
  371300: [35.1, 118.36],
  410100: [34.75, 113.63],
  410300: [34.62, 112.45],
  411300: [32.99, 112.53],
  420100: [30.59, 114.31],
  420500: [30.69, 111.29],
  420600: [32.01, 112.12],
  430100: [28.23, 112.94],
  430400: [26.89, 112.57],
  430700: [29.03, 111.7],
  440100: [23.13, 113.26],
  440300: [22.54, 114.06],
  440400: [22.27, 113.58],
  440500: [23.35, 116.68],
  440600: [23.02, 113.12],
  440800: [21.27, 110.36],
  441300: [23.11, 114.42],
  441900: [23.02, 113.75],
  442000: [22.52, 113.39],
  450100: [22.82, 108.37],
  450200: [24.33, 109.42],
  450300: [25.27, 110.29],
  460100: [20.04, 110.2],
  460200: [18.25, 109.51],
  500100: [29.56, 106.55],
  510100: [30.57, 104.07],
  510700: [31.47, 104.68],
  511500: [28.75, 104.64],
  520100: [26.65, 106.63],
  520300: [27.73, 106.93],
  530100: [24.88, 102.83],
  530300: [25.49, 103.8],
  532900: [25.61, 100.27],
  540100: [29.65, 91.14],
  610100: [34.34, 108.94],
  610600: [36.59, 109.49],
  620100: [36.06, 103.83],
  630100: [36.62, 101.78],
  640100: [38.49, 106.23],
  650100: [43.83, 87.62],
  653100: [39.47, 75.99],
} as const satisfies Record<number, readonly [number, number]>

type Place = { readonly latitude: number; readonly longitude: number }

/** Province and city of the nearest centre; empty where none is near. A suggestion: the borrower chooses. */
export function nearestCity(place: Place): Area[] {
  const [nearest] = Object.entries(centres)
    .map(([code, [latitude, longitude]]) => ({ code, km: distanceKm(place, { latitude, longitude }) }))
    .sort((one, other) => one.km - other.km)
  return nearest === undefined || nearest.km > nearKm ? [] : (cityPathOf(nearest.code) ?? [])
}

/** By the haversine formula. */
function distanceKm(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const dLatitude = radians(other.latitude - one.latitude)
  const dLongitude = radians(other.longitude - one.longitude)
  const half =
    Math.sin(dLatitude / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(dLongitude / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(half)))
}

export const knownCities: readonly string[] = Object.keys(centres)
