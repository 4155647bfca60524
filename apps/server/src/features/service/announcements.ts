import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { announcementAudiences, announcementKinds, announcementsMax, announcementTargets, type service } from '@fyh/contract/service.ts'
import { moment } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { wantsPromotions } from '../message/message.ts'
import { announcementRows, announcementsAt, endAnnouncementRow, insertAnnouncement } from './announcement.sql.ts'

type Reader = { readonly userId: number | undefined; readonly language: Language }

/** What a guest or a borrower is shown now. Banners promote, so borrowers who turned promotions off get none. */
export async function announcementsFor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, language }: Reader,
): Promise<DataOf<typeof service.announcements>> {
  const audience = userId === undefined ? 'guest' : 'user'
  const hasBanners = userId === undefined || (await wantsPromotions(db, userId))
  const rows = await announcementsAt(db, { at: clock.now(), audience, hasBanners, limit: announcementsMax })
  return {
    items: rows.map(({ announcement_id, kind, title, body, target, from_at }) => ({
      announcementId: announcement_id,
      kind,
      title: title[language],
      body: body[language],
      target,
      from: from_at.toISOString(),
    })),
  }
}

const words = (max: number) => z.object({ 'zh-cn': z.string().trim().min(1).max(max), 'en-us': z.string().trim().min(1).max(max) }).strict()

/** An announcement as operators write it into a file. */
const published = z
  .object({
    kind: z.enum(announcementKinds),
    audience: z.enum(announcementAudiences),
    from: moment,
    until: moment,
    title: words(60),
    body: words(1000),
    target: z.enum(announcementTargets).nullable().default(null),
  })
  .strict()
  .refine(({ from, until }) => new Date(from) < new Date(until), { path: ['until'], error: 'should be after `from`' })

/** Publishes an announcement from the text of its file; what is wrong in it is thrown and named. */
export async function publishAnnouncement(deps: Deps, { json, by }: { json: string; by: string }): Promise<number> {
  if (by.trim() === '') throw new Error('--by names who publishes')
  const read = published.safeParse(parsed(json))
  if (!read.success) throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`).join('\n'))
  const { from, until, ...one } = read.data
  const announcement_id = deps.ids()
  const times = { from_at: new Date(from), until_at: new Date(until), made_at: deps.clock.machineNow() }
  await insertAnnouncement(deps.db, { ...one, ...times, announcement_id, made_by: by.trim() })
  return announcement_id
}

export async function endAnnouncement({ db }: Pick<Deps, 'db'>, { announcementId, by }: { announcementId: number; by: string }) {
  if (by.trim() === '') throw new Error('--by names who ends it')
  if (!(await endAnnouncementRow(db, { announcementId, by: by.trim() })))
    throw new Error('no announcement has this id, or it was ended before')
}

export const announcementList = ({ db }: Pick<Deps, 'db'>, limit: number) => announcementRows(db, limit)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Error('the file is not JSON', { cause })
  }
}
