import { ensureWords } from '#locales/i18n.ts'

/** Loads the cards of a borrower's home with their words, which a guest's first visit does without. */
export async function loadBorrowerHome() {
  const [{ BorrowerHome }] = await Promise.all([import('./borrower-home.tsx'), ensureWords(['borrower', 'blocks'])])
  return BorrowerHome
}
