/** What the API says of the business date. */
export type BusinessDate = { readonly today: string } | { readonly problem: string }

const limitMs = 120_000

/** The business date belongs to the API; the sandbox only asks and passes on. */
export const readBusinessDate = (apiUrl: string): Promise<BusinessDate> => ask(apiUrl, { signal: AbortSignal.timeout(2_000) })

/** The business date alone, for what is dated by it: a busy API is given time. Undefined while the API does not say it. */
export async function businessDay(apiUrl: string): Promise<string | undefined> {
  const date = await ask(apiUrl, { signal: AbortSignal.timeout(15_000) })
  return 'today' in date ? date.today : undefined
}

/**
 * Moves it forward. The API closes every day on the way before it answers, which takes a while for many days. A loan whose automatic debit
 * is under way goes on when its outcome is known, which may be a moment after the answer.
 */
export const moveBusinessDate = (apiUrl: string, today: string): Promise<BusinessDate> =>
  ask(apiUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en-US' },
    body: JSON.stringify({ today }),
    signal: AbortSignal.timeout(limitMs),
  })

async function ask(apiUrl: string, request: RequestInit): Promise<BusinessDate> {
  try {
    const response = await fetch(`${apiUrl}/api/dev/clock`, request)
    const answer: unknown = await response.json()
    return read(answer) ?? { problem: `The API answered HTTP ${response.status}` }
  } catch {
    // The API may be starting, or gone; the page says so and stays up.
    return { problem: 'The API does not answer' }
  }
}

function read(answer: unknown): BusinessDate | undefined {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return undefined
  if (answer.code !== 0) return { problem: 'msg' in answer ? String(answer.msg) : 'The API refused' }
  const data = 'data' in answer ? answer.data : undefined
  return typeof data === 'object' && data !== null && 'today' in data ? { today: String(data.today) } : undefined
}
