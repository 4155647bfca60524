import { local } from './storage.ts'

/** As long as a person waits for it. */
const timeLimitMs = 10_000
/** A place of the last minutes is as good as a new one. */
const ageMaxMs = 300_000

export const canLocate = (): boolean => typeof navigator !== 'undefined' && 'geolocation' in navigator

/**
 * Asks the browser where the device is, once, and keeps it for the gps header (R3.1, R7.2). Only after the person agreed. False when the
 * browser, the person or the device says no.
 */
export async function takePlace(): Promise<boolean> {
  if (!canLocate()) return false
  const settings = { enableHighAccuracy: false, timeout: timeLimitMs, maximumAge: ageMaxMs }
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        local.set('latitude', rounded(latitude))
        local.set('longitude', rounded(longitude))
        resolve(true)
      },
      () => resolve(false),
      settings,
    )
  })
}

/** Three decimals are about 100 m, more than a city needs. */
const rounded = (degrees: number): string => String(Math.round(degrees * 1_000) / 1_000)

export const forgetPlace = (): void => local.remove('latitude', 'longitude')
