import { api } from './api.ts'
import { channelCode, session } from './storage.ts'
import { currentUser } from './store.ts'

/**
 * R3.9, R4.4: tells the server of this visit. The first answer gives the id of the trace session, which is kept for the
 * visit and sent with every later report. Nobody waits for it, so a failure is silent.
 */
export async function reportVisit(facts: Readonly<Record<string, string>> = {}): Promise<void> {
  const user = currentUser()
  const body = {
    ...facts,
    userId: user === undefined ? '' : String(user.userId),
    sessionId: session.get('sessionId') ?? '',
    channelCode: channelCode(),
  }
  const { sessionId } = await api.trace.report({ body }, { quiet: true })
  if (sessionId !== '') session.set('sessionId', sessionId)
}
