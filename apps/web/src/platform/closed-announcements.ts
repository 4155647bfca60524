import { setCookie } from './storage.ts'

/** Cookie with the ids of announcements that were closed on this device; the server leaves them out of the page that it draws. */
const name = 'closedAnnouncements'
const seconds = 180 * 86_400
const kept = 20

type Announced = { readonly announcementId: number }

const closedIds = (cookies: string): readonly string[] => new RegExp(`(?:^|; *)${name}=([\\d.]+)`).exec(cookies)?.[1]?.split('.') ?? []

/** Those that were not closed, by the cookies of the visit. */
export function notClosed<A extends Announced>(announcements: readonly A[], cookies = document.cookie): A[] {
  const closed = closedIds(cookies)
  return announcements.filter(({ announcementId }) => !closed.includes(String(announcementId)))
}

export const closeAnnouncement = ({ announcementId }: Announced): void =>
  setCookie(name, [...closedIds(document.cookie), announcementId].slice(-kept).join('.'), seconds)
