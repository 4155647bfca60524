import { newIdempotencyKey } from './ids.ts'
import { parseJson, session } from './storage.ts'

function keptKeys(): Record<string, string> {
  const kept = parseJson(session.get('moneyKeys'))
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const keep = (keys: Record<string, string>): void => session.set('moneyKeys', JSON.stringify(keys))

/** The key of one act that moves money. It is the same for every tap, retry and reload until the act is known to be done. */
export type MoneyKey = { readonly key: string; readonly done: () => void }

/**
 * @param act names the act by all that makes it another one: what, which loan, how much, to which card. A lost answer is
 * asked for again under the same key, so the server gives the first answer and nothing happens twice.
 */
export function moneyKeyOf(act: string): MoneyKey {
  const key = keptKeys()[act] ?? newIdempotencyKey()
  keep({ ...keptKeys(), [act]: key })
  return { key, done: () => forget(act) }
}

/** The keys of acts that were begun in this visit and whose outcome is not known yet, of those that `isMeant` by their name. */
export const openMoneyKeys = (isMeant: (act: string) => boolean): readonly MoneyKey[] =>
  Object.entries(keptKeys())
    .filter(([act]) => isMeant(act))
    .map(([act, key]) => ({ key, done: () => forget(act) }))

function forget(act: string): void {
  const { [act]: _, ...others } = keptKeys()
  keep(others)
}
