import { local } from './storage.ts'

/** How the screens are drawn: as designed, or larger and simpler, for older people and tired eyes. */
export type TextSize = 'standard' | 'large'

/** What was chosen on this device, by whoever uses it; standard until then. */
export const textSize = (): TextSize => (local.get('textSize') === 'large' ? 'large' : 'standard')

/** Draws the page in the chosen size: the style sheets go by the attribute. Called before anything is drawn. */
export function showTextSize(): void {
  document.documentElement.dataset.text = textSize()
}

/** Keeps the choice on this device, for guests too, and draws the page so at once. */
export function chooseTextSize(size: TextSize): void {
  local.set('textSize', size)
  showTextSize()
}
