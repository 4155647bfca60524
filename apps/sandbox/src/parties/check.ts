import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { slidePicture, slideSize } from '../samples/slide-picture.ts'
import { laterBy } from '../store.ts'
import { type Act, key, method, type Outcome, ok, type Party, refused, short } from './party.ts'

const challengeLastsMs = 2 * 60_000
/** How far from its place the piece may be dropped, in points. */
const slackMax = 6

const issue = z.object({ key, language: z.enum(['zh-cn', 'en-us']) })
const solution = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slide'), x: z.int() }),
  z.object({ kind: z.literal('question'), text: z.string().max(40) }),
])
const verify = z.object({ key, challengeId: short, solution })

export const check: Party = {
  issue: method(issue, { remembers: true, refusal: 'tooMany' }, issueChallenge),
  verify: method(verify, { remembers: true, refusal: 'wrong' }, tryChallenge),
}

async function issueChallenge({ tx, deps, now }: Act, { language }: z.infer<typeof issue>): Promise<Outcome> {
  const challengeId = `C${deps.ids()}`
  const { width, height, piece: pieceSize } = slideSize
  // Never at the very left, where the piece begins.
  const gapX = 60 + randomInt(width - pieceSize - 70)
  const pieceY = 10 + randomInt(height - pieceSize - 20)
  const { picture, piece } = slidePicture({ x: gapX, y: pieceY }, randomInt)
  const [one, other] = [1 + randomInt(9), 1 + randomInt(9)]
  await tx.query('insert into check_challenge (challenge_id, gap_x, sum, issued_at, expires_at) values ($1, $2, $3, $4, $5)', [
    challengeId,
    gapX,
    one + other,
    now,
    laterBy(now, challengeLastsMs),
  ])
  const question = questions[language](one, other)
  return ok({
    challengeId,
    width,
    height,
    pieceSize,
    pieceY,
    picture: picture.toString('base64'),
    piece: piece.toString('base64'),
    question,
  })
}

const chinese = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']
const english = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const questions = {
  'zh-cn': (one: number, other: number) => `${chinese[one]}加${chinese[other]}等于多少？`,
  'en-us': (one: number, other: number) => `What is ${english[one]} plus ${english[other]}?`,
} as const

type Challenge = { gap_x: number; sum: number; expires_at: Date; tried_at: Date | null }

/** A challenge has one try, right or wrong. */
async function tryChallenge({ tx, now }: Act, { challengeId, solution: given }: z.infer<typeof verify>): Promise<Outcome> {
  const { rows } = await tx.query<Challenge>(
    'select gap_x, sum, expires_at, tried_at from check_challenge where challenge_id = $1 for update',
    [challengeId],
  )
  const challenge = rows[0]
  if (challenge === undefined || challenge.tried_at !== null || challenge.expires_at < now) return refused('expired')
  await tx.query('update check_challenge set tried_at = $2 where challenge_id = $1', [challengeId, now])
  const isRight =
    given.kind === 'slide'
      ? Math.abs(given.x - challenge.gap_x) <= slackMax
      : given.text.normalize('NFKC').replace(/\D/g, '') === String(challenge.sum)
  return isRight ? ok() : refused('wrong')
}
