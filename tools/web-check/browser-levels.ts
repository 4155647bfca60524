/** The oldest browsers that a bundle of the web app is for, by their names in @mdn/browser-compat-data. */
export type Level = {
  readonly name: 'modern' | 'legacy'
  readonly oldest: { readonly safari_ios: string; readonly chrome_android: string }
  /** The newest edition of ECMAScript that none of them goes beyond by much; what they lack of it is named by the check. */
  readonly ecmaVersion: 2015 | 2020
  readonly sourceType: 'module' | 'script'
}

export const modern: Level = {
  name: 'modern',
  oldest: { safari_ios: '13', chrome_android: '80' },
  ecmaVersion: 2020,
  sourceType: 'module',
}

/** The first Chrome that lays a page out by a grid, which every screen needs; the first iOS that makes a picture file of a canvas. */
export const legacy: Level = {
  name: 'legacy',
  oldest: { safari_ios: '11', chrome_android: '57' },
  ecmaVersion: 2015,
  sourceType: 'script',
}
