import { announcementAudiences, announcementKinds, announcementTargets } from '@fyh/contract/service.ts'
import { z } from 'zod'
import type { Db } from '#platform/deps.ts'

const inLanguages = z.object({ 'zh-cn': z.string(), 'en-us': z.string() })
const row = z.object({
  announcement_id: z.int(),
  kind: z.enum(announcementKinds),
  audience: z.enum(announcementAudiences),
  from_at: z.date(),
  until_at: z.date(),
  title: inLanguages,
  body: inLanguages,
  target: z.enum(announcementTargets).nullable(),
  made_by: z.string(),
  ended_by: z.string().nullable(),
})
export type Announcement = z.output<typeof row>

export async function insertAnnouncement(
  db: Db,
  { title, body, ...one }: Omit<Announcement, 'ended_by'> & { made_at: Date },
): Promise<void> {
  await db
    .insertInto('announcement')
    .values({ ...one, title: JSON.stringify(title), body: JSON.stringify(body) })
    .execute()
}

type Asked = {
  readonly at: Date
  readonly audience: Announcement['audience']
  readonly hasBanners: boolean
  readonly limit: number
}

/** Those in force at a moment for an audience, newest first. */
export async function announcementsAt(db: Db, { at, audience, hasBanners, limit }: Asked): Promise<Announcement[]> {
  const rows = await db
    .selectFrom('announcement')
    .selectAll()
    .where('from_at', '<=', at)
    .where('until_at', '>', at)
    .where('ended_by', 'is', null)
    .where('audience', 'in', ['all', audience])
    .$if(!hasBanners, (query) => query.where('kind', '<>', 'banner'))
    .orderBy('announcement_id', 'desc')
    .limit(limit)
    .execute()
  return z.array(row).parse(rows)
}

export async function announcementRows(db: Db, limit: number): Promise<Announcement[]> {
  const rows = await db.selectFrom('announcement').selectAll().orderBy('announcement_id', 'desc').limit(limit).execute()
  return z.array(row).parse(rows)
}

/** False when there is none, or it was ended before. */
export async function endAnnouncementRow(db: Db, { announcementId, by }: { announcementId: number; by: string }): Promise<boolean> {
  const ended = await db
    .updateTable('announcement')
    .set({ ended_by: by })
    .where('announcement_id', '=', announcementId)
    .where('ended_by', 'is', null)
    .returning('announcement_id')
    .executeTakeFirst()
  return ended !== undefined
}
