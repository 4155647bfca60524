import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import { type AgreementKey, type agreement, agreementKeys, agreementScenes } from '@fyh/contract/agreement.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { pageOf } from '#platform/page.ts'
import { signedRows, signedRowsAfter } from './agreement.sql.ts'
import { paragraphsOf, sha256Of } from './canonical.ts'
import { currentText, hashOf, textEdition } from './current-texts.ts'
import type { EditedText } from './library.ts'

const pageSize = 20

export function agreementHandlers({ db, clock }: Pick<Deps, 'db' | 'clock'>): SliceHandlers<typeof agreement> {
  return {
    async current({ query, ctx }) {
      return { texts: agreementScenes[query.scene].map((key) => named(currentText(key, ctx.language, today(clock)))) }
    },

    async text({ query: { key, version }, ctx }) {
      const text = version === undefined ? currentText(key, ctx.language, today(clock)) : textEdition(key, version, ctx.language)
      if (text === undefined || text.inForceFrom > today(clock)) fail('AGREEMENT_NOT_FOUND')
      return { ...named(text), paragraphs: text.paragraphs.map((paragraph) => ({ ...paragraph })) }
    },

    async signed({ query: { after }, ctx: { userId } }) {
      const rows = await signedRowsAfter(db, { userId, after })
        .limit(pageSize + 1)
        .execute()
      return pageOf(rows, { size: pageSize, idOf: ({ signed_id }) => signed_id, shown: signedItem })
    },

    async signedText({ params, ctx }) {
      const row = await signedRows(db, ctx.userId)
        .select('signed_text.body')
        .where('signed_text.signed_id', '=', params.id)
        .executeTakeFirst()
      if (row === undefined) fail('AGREEMENT_NOT_FOUND')
      assert(sha256Of(row.body) === row.sha256, 'a signed text no longer has its hash')
      return { ...signedItem(row), paragraphs: paragraphsOf(row.body) }
    },
  }
}

function named(text: EditedText) {
  return { key: text.key, version: text.version, sha256: hashOf(text), title: text.title }
}

type SignedRow = Awaited<ReturnType<ReturnType<typeof signedRows>['execute']>>[number]

export function signedItem(row: SignedRow) {
  return {
    signedId: row.signed_id,
    key: keyOf(row.text_key),
    version: row.text_version,
    sha256: row.sha256,
    title: row.title,
    signedAt: row.signed_at.toISOString(),
    loanId: row.loan_id,
  }
}

function keyOf(text: string): AgreementKey {
  const key = agreementKeys.find((known) => known === text)
  assert(key !== undefined, `a signed text has the unknown key ${text}`)
  return key
}
