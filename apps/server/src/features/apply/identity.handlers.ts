import { maskIdNumber, maskName } from '@fyh/base/chinese-data.ts'
import { civilDateAt, today } from '@fyh/base/dates.ts'
import type { apply } from '@fyh/contract/apply.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Db, Deps, SliceHandlers, Tx } from '#platform/deps.ts'
import { requireAgreed } from '../agreement/agreement.ts'
import { isBlankPicture } from './blank/blank-picture.ts'
import { checkFace } from './face.ts'
import { emptyFields, type IdCardFields, mergedFields } from './id-card-fields.ts'
import {
  countConfirm,
  countRead,
  forgetFace,
  hasOtherNumber,
  identityOf,
  lockIdentity,
  readSides,
  type Side,
  saveIdentity,
  savePhoto,
} from './identity.sql.ts'
import { checkIdentity, expiresSoon, isPast } from './identity-rules.ts'
import { type Image, parseImage } from './images.ts'
import { progressOf } from './progress.ts'
import { isIdentityOpen, nextStep } from './steps.ts'

type Handlers = Pick<SliceHandlers<typeof apply>, 'readIdCard' | 'identity' | 'confirmIdentity' | 'face'>

export function identityHandlers(deps: Deps): Handlers {
  const { db, clock } = deps
  return {
    async readIdCard({ body: { side, image: text, agreed }, ctx }) {
      if (!isIdentityOpen(await progressOf(db, deps, ctx.userId))) fail('APPLY_STEP_NOT_OPEN')
      const image = parseImage(text)
      await transaction(db, async (tx) => {
        await requireAgreed(tx, deps, { userId: ctx.userId, scene: 'idCard', agreed, ctx })
        const read = { userId: ctx.userId, day: civilDateAt(clock.machineNow()), most: readsMax }
        if (!(await countRead(tx, read))) fail('ID_CARD_DAILY_LIMIT')
      })
      // Looking costs time of the server: it counts as a read.
      if (await isBlankPicture(image)) fail('IMAGE_BLANK')
      const photoId = deps.ids()
      const fields = await readSide(deps, { photoId, side, image })
      const photo = { userId: ctx.userId, side, photoId, kind: image.kind, image: image.bytes, takenAt: clock.machineNow() }
      await savePhoto(db, deps, { ...photo, fields: JSON.stringify(fields) })
      return { side, fields }
    },

    async identity({ ctx: { userId } }) {
      const { known, sides, fields, isConfirmed } = await identityNow(db, deps, userId)
      const seen = { front: sides.includes('front'), back: sides.includes('back') }
      if (known === undefined || !isConfirmed) return { confirmed: false, ...seen, fields }
      const { validFrom, validTo } = known
      const masked = { name: maskName(known.name), idNumber: maskIdNumber(known.idNumber), validFrom, validTo, longTerm: validTo === null }
      return { confirmed: true, ...seen, fields: { ...emptyFields, issuer: fields.issuer, ...masked } }
    },

    async confirmIdentity({ body, ctx: { userId } }) {
      return transaction(db, async (tx) => {
        await lockIdentity(tx, userId)
        if (!isIdentityOpen(await progressOf(tx, deps, userId))) fail('APPLY_STEP_NOT_OPEN')
        const { known, sides } = await identityNow(tx, deps, userId)
        if (!sides.includes('front') || !sides.includes('back')) fail('ID_PHOTO_MISSING')
        const { name, idNumber, validFrom, validTo } = checkIdentity(body, today(clock))
        // A renewed card has the number that a face of this account proved; another number is another person's.
        if (await hasOtherNumber(tx, deps, { userId, idNumber: idNumber.number })) fail('ID_NUMBER_DIFFERS')
        const identity = { userId, name, idNumber: idNumber.number, validFrom, validTo, confirmedAt: clock.machineNow() }
        const confirmed = { userId, day: civilDateAt(clock.machineNow()), most: confirmsMax }
        if (!(await countConfirm(tx, confirmed))) fail('ID_CONFIRM_DAILY_LIMIT')
        await saveIdentity(tx, deps, identity)
        // A face proves the name, too: another one has to be proved again.
        if (known?.hasPassedFace && known.name !== name) await forgetFace(tx, userId)
        return { name: maskName(name), idNumber: maskIdNumber(idNumber.number), expiresSoon: expiresSoon(validTo, today(clock)) }
      })
    },

    async face({ body: { image: text, agreed }, ctx }) {
      const identity = await identityOf(db, deps, ctx.userId)
      if (identity === undefined) fail('APPLY_STEP_NOT_OPEN')
      if (!identity.hasPassedFace && nextStep(await progressOf(db, deps, ctx.userId)) !== 'face') fail('APPLY_STEP_NOT_OPEN')
      const image = parseImage(text)
      await transaction(db, (tx) => requireAgreed(tx, deps, { userId: ctx.userId, scene: 'face', agreed, ctx }))
      if (!identity.hasPassedFace) await checkFace(deps, { userId: ctx.userId, identity, image })
      return { passed: true }
    },
  }
}

/** Photos read a day for one borrower: enough for bad light, too few to spend a lender's money at the vendor. */
const readsMax = 30

/** Identities confirmed a day by one borrower: enough for typing mistakes, each of which the face vendor would be asked about. */
const confirmsMax = 10

/** What is known today: a card that ran out counts for nothing, and only photos of its successor do. */
async function identityNow(tx: Tx | Db, deps: Deps, userId: number) {
  const known = await identityOf(tx, deps, userId)
  const isConfirmed = known !== undefined && !isPast(known.validTo, today(deps.clock))
  const read = await readSides(tx, deps, { userId, after: isConfirmed ? undefined : known?.confirmedAt })
  return { known, isConfirmed, sides: read.map(({ side }) => side), fields: mergedFields(read.map(({ fields }) => fields)) }
}

async function readSide(
  { providers }: Deps,
  { photoId, side, image }: { photoId: number; side: Side; image: Image },
): Promise<IdCardFields> {
  const read = await providers.ocr.readIdCard({ key: `ocr-${photoId}`, side, image: image.bytes })
  if (read.answer === 'unknown') fail('VENDOR_UNAVAILABLE')
  if (read.answer === 'refused') {
    if (read.reason === 'wrongSide') fail('ID_CARD_WRONG_SIDE', { side, words: sideWords[side] })
    fail('ID_CARD_UNREADABLE')
  }
  const { name, idNumber, issuer, validFrom, validTo, longTerm } = read.fields
  return { name, idNumber, issuer, validFrom, validTo, longTerm }
}

const sideWords = {
  front: { 'zh-cn': { side: '人像面' }, 'en-us': { side: 'side with the portrait' } },
  back: { 'zh-cn': { side: '国徽面' }, 'en-us': { side: 'side with the emblem' } },
}
