import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import { type AgreementKey, type AgreementScene, agreementScenes } from '@fyh/contract/agreement.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, Guest, Tx } from '#platform/deps.ts'
import { addSigned, signedVersions } from './agreement.sql.ts'
import { type AgreementText, canonicalForm, sha256Of } from './canonical.ts'
import { currentText } from './current-texts.ts'

type Agreed = { readonly key: string; readonly version: string; readonly sha256: string }
export type Consent = {
  userId: number
  scene: AgreementScene
  agreed: readonly Agreed[]
  ctx: Pick<Guest, 'language' | 'address' | 'device'>
  /** The texts to agree to, exactly as a quote showed them; without them they are those of the scene, as in force today. */
  filled?: readonly AgreementText[]
  /** The quote they were signed for; tieSignedToLoan ties them to its loan. */
  quoteId?: number
}

/**
 * Refuses unless every text of the scene was agreed to in its present version, word for word, and records each: text, version, hash,
 * time, address, device. Signing the same again adds nothing. Returns the ids of the records.
 */
export async function requireAgreed(tx: Tx, deps: Pick<Deps, 'clock' | 'ids'>, consent: Consent): Promise<number[]> {
  const keys: readonly AgreementKey[] = consent.filled?.map(({ key }) => key) ?? agreementScenes[consent.scene]
  const texts = keys.map((key) => agreedText(deps, key, consent))
  const signedIds: number[] = []
  for (const text of texts)
    signedIds.push(
      await addSigned(tx, {
        userId: consent.userId,
        signedId: deps.ids(),
        scene: consent.scene,
        text,
        quoteId: consent.quoteId ?? null,
        signedAt: deps.clock.machineNow(),
        address: consent.ctx.address,
        device: consent.ctx.device,
      }),
    )
  return signedIds
}

/** Whether a borrower has agreed to every text of a scene in the version that is in force today. */
export async function hasAgreed(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, scene }: { userId: number; scene: AgreementScene },
): Promise<boolean> {
  const signed = await signedVersions(tx, userId, scene)
  return agreementScenes[scene].every((key) =>
    languages.some((language) => signed.has(`${key} ${currentText(key, language, today(clock)).version}`)),
  )
}

/** Refuses texts of which another edition is in force today. */
export function requireInForce({ clock }: Pick<Deps, 'clock'>, texts: readonly AgreementText[]): void {
  for (const { key, version, language, title } of texts)
    if (currentText(key, language, today(clock)).version !== version) fail('AGREEMENT_OUTDATED', { key, title })
}

/** The text that was agreed to. It may have been read in the other language: the words that were read are the ones recorded. */
function agreedText(deps: Pick<Deps, 'clock'>, key: AgreementKey, { agreed, filled, ctx }: Consent): AgreementText {
  const offered = offeredTexts(key, filled, deps)
  const inLanguage = offered.find(({ language }) => language === ctx.language) ?? offered[0]
  assert(inLanguage, `${key} is offered in some language`)
  const { title } = inLanguage
  const given = agreed.filter((text) => text.key === key)
  if (given.length === 0) fail('AGREEMENT_REQUIRED', { key, title })
  const found = offered.find((text) =>
    given.some(({ version, sha256 }) => version === text.version && sha256 === sha256Of(canonicalForm(text))),
  )
  return found ?? fail('AGREEMENT_OUTDATED', { key, title })
}

function offeredTexts(key: AgreementKey, filled: Consent['filled'], { clock }: Pick<Deps, 'clock'>): AgreementText[] {
  const own = filled?.filter((text) => text.key === key) ?? []
  return own.length > 0 ? own : languages.map((language) => currentText(key, language, today(clock)))
}

const languages: readonly Language[] = ['zh-cn', 'en-us']
