/** A lender as an outside party: the name of its port, its secret and its stand-in, such as `lender_2`. */
export type LenderParty = `lender_${number}`

export const lenderParty = (lenderId: number): LenderParty => `lender_${lenderId}`

const pattern = /^lender_([1-9]\d{0,8})$/

export const isLenderParty = (name: string): name is LenderParty => pattern.test(name)

/** Returns the number of the lender that a party is; undefined where the name is no lender's. */
export function lenderIdOf(name: string): number | undefined {
  const digits = pattern.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Returns the settings of single lenders by lender: with the name `VENDOR_SECRET_LENDER`, the value of `VENDOR_SECRET_LENDER_2` under 2. Empty
 * means not set. Throws an error that names a setting of this kind that ends in no lender's number.
 */
export function lenderSettings(environment: Readonly<Record<string, string | undefined>>, name: string): Map<number, string> {
  const settings = new Map<number, string>()
  for (const [setting, value] of Object.entries(environment)) {
    if (!setting.startsWith(`${name}_`) || value === undefined || value === '') continue
    const lenderId = lenderIdOf(`lender_${setting.slice(name.length + 1)}`)
    if (lenderId === undefined) throw new Error(`${setting} ends in no number of a lender, as ${name}_2 does`)
    settings.set(lenderId, value)
  }
  return settings
}
