import { z } from 'zod'

const message = z.union([z.object({ asked: z.int() }), z.object({ answers: z.int(), answer: z.unknown() })])

/** Of a worker of node:cluster, on either side. */
export type End = {
  on(name: 'message', heard: (sent: unknown) => void): unknown
  send(what: object, done: () => void): unknown
}

/**
 * One end of the channel between the first process and another: each asks the other what it alone can tell, and answers with what `answer` gives. `ask` gives
 * undefined when that takes too long, or nobody is there any more.
 */
export function openAsking(end: End, answer: () => Promise<unknown>) {
  const open = new Map<number, (answer: unknown) => void>()
  let last = 0
  // What cannot be sent is not answered.
  const send = (what: z.infer<typeof message>) => end.send(what, () => undefined)

  async function answerTo(asked: number): Promise<void> {
    send({ answers: asked, answer: await answer().catch(() => undefined) })
  }

  end.on('message', (sent: unknown) => {
    const heard = message.parse(sent)
    if ('answers' in heard) open.get(heard.answers)?.(heard.answer)
    else void answerTo(heard.asked)
  })

  return {
    async ask(limitMs: number): Promise<unknown> {
      last += 1
      const nr = last
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const timer = setTimeout(resolve, limitMs)
      open.set(nr, resolve)
      send({ asked: nr })
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        open.delete(nr)
      }
    },
  }
}
