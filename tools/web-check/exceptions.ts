import type { Level } from './browser-levels.ts'

/** What may stand in the build although a level lacks it. `around` is in the source text of every place that is meant. */
type Exception = { feature: string; around?: RegExp; why: string; only?: Level['name'] }

const viewTransitions = 'React and the router reach it in a view transition alone, and nothing here starts one'
const ownMethod = 'a method of our own that has the name'

export const scriptExceptions: Exception[] = [
  { feature: 'Element.animate', around: /pointerEvents|pseudoElement|viewTransition/, why: viewTransitions },
  { feature: 'Document.getAnimations', around: /subtree:!0/, why: viewTransitions },
  { feature: 'Document.startViewTransition', around: /\.startViewTransition\(/, why: viewTransitions },
  { feature: 'DOMRect', around: /getBoundingClientRect/, why: viewTransitions },
  { feature: 'navigation', around: /\.transition|react-transition/, why: 'React asks for its type where it begins to listen' },
  { feature: 'Intl.RelativeTimeFormat', around: /relativetime/, why: 'i18next makes it for texts with such a format; ours have none' },
  { feature: 'Intl.ListFormat', around: /list:/, why: 'i18next makes it for texts with such a format; ours have none' },
  { feature: 'Intl.Locale', around: /getTextInfo/, why: 'i18next tries it and goes on without' },
  { feature: 'Intl.PluralRules', around: /catch\(/, why: 'i18next tries it and counts by one and many without' },
  { feature: 'AudioContext', around: /baseLatency/, why: 'the fingerprint asks for it in the line before' },
  { feature: 'Navigator.login', around: /host\.login\(\)/, why: ownMethod },
  { feature: 'RTCIceCandidate.address', around: /\.address\(\)/, why: ownMethod },
  { feature: 'HTMLInputElement.list', around: /\.(message|card|loan|coupon)\.list\(/, why: ownMethod },
]

const unseen = 'who lacks it sees and does the same, or nearly'
const fromCss = (feature: string, why: string, only?: Level['name']): Exception => ({
  feature: `css.${feature}`,
  why,
  ...(only && { only }),
})

export const styleExceptions: Exception[] = [
  fromCss('properties.cursor', 'fingers have no pointer'),
  fromCss('properties.resize', 'iOS never drew a handle to drag'),
  fromCss('properties.field-sizing', 'the box keeps its height and scrolls'),
  fromCss('properties.color-scheme', 'the bars and boxes that the browser draws stay light'),
  fromCss('properties.text-wrap-style', 'lines break less evenly'),
  fromCss('properties.text-underline-offset', 'the line stands nearer to the letters'),
  fromCss('properties.scroll-margin', 'a box that is scrolled to stands nearer to the edge'),
  fromCss('properties.scroll-behavior', 'it is only ever taken away, and who lacks it has none'),
  fromCss('properties.overscroll-behavior', 'the page behind a sheet is held still by its own lock'),
  fromCss('properties.scrollbar-width', 'phones draw a scroll bar over the row, and only while it moves'),
  fromCss('properties.overflow-wrap.anywhere', 'the body says break-word; the boxes that say more have min-width: 0 or a grid beside it'),
  fromCss('selectors.focus-visible', 'rings are for keyboards; who lacks it draws the ring of the browser'),
  fromCss('selectors.focus-within', unseen, 'legacy'),
  fromCss('at-rules.media.prefers-color-scheme', 'the light colours are the others', 'legacy'),
  fromCss('at-rules.media.prefers-reduced-motion', unseen, 'legacy'),
  fromCss('properties.caret-color', unseen, 'legacy'),
  fromCss('properties.touch-action.none', 'the scrim lets the page behind it be moved', 'legacy'),
  {
    feature: 'css.types.min',
    around: /min-width:min\(/,
    why: 'a box without a least width is as wide as its text',
    only: 'legacy',
  },
  fromCss('properties.justify-content.space-between', 'as old as flex boxes, where alone it is used', 'legacy'),
]

/** Names that a package of `legacy/polyfills.ts` adds; those of core-js are in the path of the import. */
export const namesOfPackages: Readonly<Record<string, readonly string[]>> = {
  'abortcontroller-polyfill': ['AbortController', 'AbortSignal'],
}

/** `feature` may be one below that of an exception: `properties.cursor.pointer`. */
export function isExcepted(
  exceptions: readonly Exception[],
  { feature, around }: { feature: string; around: string },
  level: Level,
): boolean {
  const [name = ''] = feature.split(' (')
  return exceptions.some(
    (exception) =>
      (name === exception.feature || name.startsWith(`${exception.feature}.`)) &&
      (exception.only === undefined || exception.only === level.name) &&
      (exception.around === undefined || exception.around.test(around)),
  )
}
