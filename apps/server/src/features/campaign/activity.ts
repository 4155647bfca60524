import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { assert } from '@fyh/base/assert.ts'
import { addDays, civilDate, civilDateAt, instantAt, isCivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, subFen } from '@fyh/base/money.ts'
import { activityTasks, type campaign } from '@fyh/contract/campaign.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'

/** 'YYYY-MM-DD HH:MM:SS' as Shanghai's clocks show it. */
const shanghaiTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
  .refine((text) => isCivilDate(text.slice(0, 10)))
  .transform((text) => instantAt(civilDate(text.slice(0, 10)), text.slice(11)))

const activitySchema = z
  .strictObject({
    activityId: z.int().positive(),
    title: z.strictObject({ 'zh-cn': z.string().min(1).max(20), 'en-us': z.string().min(1).max(40) }),
    /** The first and the last second in which the red packet can be received. */
    from: shanghaiTime,
    to: shanghaiTime,
    budgetFen: fenAmount,
    rewardFen: fenAmount.refine((amount) => amount > 0),
    /** The key of the coupon that is given with the red packet. */
    coupon: z.string().optional(),
    /** Days that a red packet can be transferred to a card, after the day it was received on. */
    validDays: z.int().min(1).max(366),
    /** Only for borrowers who registered within the window. */
    newUsersOnly: z.boolean(),
    /** All of them have to be done within the window. */
    tasks: z.array(z.enum(activityTasks)).min(1).max(activityTasks.length),
    /** Who decided on it, or where it comes from. */
    source: z.string().min(1).max(200),
  })
  .refine(({ from, to }) => from <= to, 'ends before it begins')
  .refine(({ budgetFen, rewardFen }) => rewardFen <= budgetFen, 'the budget is less than one reward')
  .refine(({ tasks }) => new Set(tasks).size === tasks.length, 'a task stands there twice')

export type Activity = z.output<typeof activitySchema>
export type PublishedActivity = { readonly activity: Activity; readonly content: unknown; readonly sha256: string }

const publishedFolder = new URL('./published/', import.meta.url)
/** Activities that give out real money, so production leaves them out. */
const examplesFolder = new URL('./examples/', import.meta.url)

/** The activities that come with the product. */
export function shippedActivities({ isLive }: { readonly isLive: boolean }): PublishedActivity[] {
  return [...readActivities(publishedFolder), ...(isLive ? [] : readActivities(examplesFolder))]
}

/** Reads the activities from a folder of JSON files; a malformed file stops the start with its name. */
function readActivities(folder: URL): PublishedActivity[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const one = activityOf(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), name)
      assert(name === `activity-${one.activity.activityId}.json`, `${name} holds activity ${one.activity.activityId}`)
      return one
    })
}

/** Checks the content of an activity; `name` says in a failure where it came from. */
export function activityOf(content: unknown, name: string): PublishedActivity {
  const { data, error } = activitySchema.safeParse(content)
  assert(data !== undefined, `${name} is not a valid activity: ${error?.message}`)
  return { activity: data, content, sha256: createHash('sha256').update(canonicalJson(content)).digest('hex') }
}

/** Keys in order, so that a digest depends on the content alone. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** What an activity has given out so far. */
export type Granted = { readonly grantedFen: Fen; readonly grantedCount: number }
/** `couponsLeft`: null where no limit stands in the way. */
type Left = { readonly granted: Granted; readonly couponsLeft: number | null }

/** Where an activity stands. The last second of the window belongs to it whole. Once its coupon is used up, its reward can't be given whole. */
export function activityState(
  { from, to, budgetFen, rewardFen, coupon }: Activity,
  { granted: { grantedFen }, couponsLeft }: Left,
  now: Date,
): DataOf<typeof campaign.activity>['state'] {
  if (now < from) return 'notBegun'
  if (isPast(to, now)) return 'over'
  const isUsedUp = subFen(budgetFen, grantedFen) < rewardFen || (coupon !== undefined && couponsLeft === 0)
  return isUsedUp ? 'budgetUsed' : 'open'
}

/** Whether a limit given to the second has passed. Used for windows and validity alike, by lists and by acts. */
export const isPast = (lastSecond: Date, now: Date): boolean => now.getTime() >= lastSecond.getTime() + 1_000

/** The last second in which a red packet received at that moment can be transferred: the end of a day in Shanghai. */
export function validUntilOf({ validDays }: Activity, receivedAt: Date): Date {
  return instantAt(addDays(civilDateAt(receivedAt), validDays), '23:59:59')
}

/** The first and the last day of the window. */
export const daysOf = ({ from, to }: Activity) => ({ firstDay: civilDateAt(from), lastDay: civilDateAt(to) })

export const leftOf = ({ budgetFen }: Activity, { grantedFen }: Granted): Fen => fen(budgetFen - grantedFen)

/** 'YYYY-MM-DD HH:MM:SS' in Shanghai, wherever the program runs. */
export function shanghaiText(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
