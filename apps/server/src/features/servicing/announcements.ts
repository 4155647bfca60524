import { readFile } from 'node:fs/promises'
import type { LendingDeps } from '#lending/deps.ts'
import { announcementList, endAnnouncement, publishAnnouncement } from '../service/service.ts'

type Line = {
  readonly command: string
  readonly values: { readonly [name in 'file' | 'id' | 'by']?: string | undefined }
  readonly usage: string
}

const listMax = 50

/** Notices and banners: `announcements` lists the newest, `announcement-publish` reads one from a JSON file, `announcement-end` ends one. */
export async function serviceAnnouncements(
  deps: LendingDeps,
  { command, values, usage }: Line,
  say: (line: string) => void,
): Promise<void> {
  const { file = '', id = '', by = '' } = values
  switch (command) {
    case 'announcements': {
      const rows = await announcementList(deps, listMax)
      for (const { announcement_id, kind, audience, from_at, until_at, title, ended_by } of rows)
        say(
          `${announcement_id} ${kind} for ${audience}, ${from_at.toISOString()} to ${until_at.toISOString()}${ended_by === null ? '' : `, ended by ${ended_by}`}: ${title['zh-cn']}`,
        )
      return rows.length === 0 ? say('no announcements') : undefined
    }
    case 'announcement-publish': {
      if (file === '') throw new Error('--file names a JSON file')
      return say(`published announcement ${await publishAnnouncement(deps, { json: await readFile(file, 'utf8'), by })}`)
    }
    case 'announcement-end': {
      if (!/^\d{1,16}$/.test(id)) throw new Error('--id takes a number from `announcements`')
      await endAnnouncement(deps, { announcementId: Number(id), by })
      return say(`ended announcement ${id}`)
    }
    default:
      throw new Error(usage)
  }
}
