import { dueDayKinds } from './due-day-kinds.ts'
import { initialScheduleKind } from './initial-schedule.ts'
import { interestKinds } from './interest-kinds.ts'
import type { Kind } from './kind.ts'
import { ownScheduleKinds } from './own-schedule.ts'
import { priceKinds } from './price-kinds.ts'
import { timelineKind } from './timeline.ts'
import { unreadKinds } from './unread-kinds.ts'

/** Every form of case the runner knows. The first that takes a case runs it. */
export const kinds: readonly Kind[] = [
  timelineKind,
  initialScheduleKind,
  ...dueDayKinds,
  ...priceKinds,
  ...interestKinds,
  ...ownScheduleKinds,
  ...unreadKinds,
]
