import type { ProductType } from '@fyh/contract/options.ts'
import { fbd } from './fbd/fbd.ts'
import { fyh } from './fyh/fyh.ts'
import { neutral } from './neutral/neutral.ts'

/** A brand is its colours (a style sheet of the same name), its title and mark (keys of the packs) and its icon. */
export type Brand = {
  readonly id: ProductType
  readonly titleKey: `shell:brand.${ProductType}`
  readonly markKey: `shell:brandMark.${ProductType}`
  /** Colours of the icon of the browser's tab; the drawing is the mark on the action colour. */
  readonly icon: { readonly ground: string; readonly ink: string }
}

const brands: Record<ProductType, Brand> = { fyh, fbd, neutral }

const isBrand = (text: string | undefined | null): text is ProductType => text != null && Object.keys(brands).includes(text)

/** R1.2: by the productType parameter, else the session's, else fyh. Any other value is the third channel. */
export function chooseBrand(search: string, sessionValue: string | undefined): Brand {
  const wished = new URLSearchParams(search).get('productType') ?? sessionValue
  if (wished == null || wished === '') return brands.fyh
  return isBrand(wished) ? brands[wished] : brands.neutral
}

/** The icon of the browser’s tab as an address. */
export const iconOf = (mark: string, { ground, ink }: Brand['icon']): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${ground}"/><text x="16" y="22.5" font-size="18" font-weight="600" text-anchor="middle" fill="${ink}" font-family="sans-serif">${mark}</text></svg>`,
  )}`

/** Puts the brand on the page: colours by the attribute its style sheet asks for, icon, and the colour around the page. */
export function applyBrand(brand: Brand, mark: string): void {
  document.documentElement.dataset.brand = brand.id
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]') ?? document.head.appendChild(document.createElement('link'))
  icon.rel = 'icon'
  icon.href = iconOf(mark, brand.icon)
}
