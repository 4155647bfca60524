import type { Application } from './application.sql.ts'

/** Days for which a form can be handed in. Then its application ends, so that a form that was left holds up no other partner. */
const formDays = 7
const formMs = formDays * 86_400_000

/** The first moment at which a form can't be handed in any more. */
export const fillUntil = ({ openedAt }: Pick<Application, 'openedAt'>): Date => new Date(openedAt.getTime() + formMs)

/** Forms opened by then are over at a moment. */
export const openedBy = (now: Date): Date => new Date(now.getTime() - formMs)

export const isFormOver = ({ status, openedAt }: Pick<Application, 'status' | 'openedAt'>, now: Date): boolean =>
  status === 'filling' && fillUntil({ openedAt }) <= now
