import { z } from 'zod'

const line = z.object({ dbname: z.string().optional(), session_id: z.string(), message: z.string(), detail: z.string().optional() })

/** The statements that each connection ran on a database between two marks, in order, their parameters filled in. */
export function statementsOf(log: string, { database, from, to }: { database: string; from: string; to: string }): string[][] {
  const begin = log.indexOf(from)
  const end = log.indexOf(to)
  if (begin < 0 || end < 0) throw new Error('the marks are not in the log of the database')
  const sessions = new Map<string, string[]>()
  for (const text of log.slice(log.indexOf('\n', begin) + 1, log.lastIndexOf('\n', end)).split('\n')) {
    if (text === '') continue
    const { dbname, session_id, message, detail = '' } = line.parse(JSON.parse(text))
    const statement = /^(?:statement|execute [^:]+): ([\s\S]+)$/.exec(message)?.[1]
    if (dbname !== database || statement === undefined) continue
    sessions.set(session_id, [...(sessions.get(session_id) ?? []), filled(statement, detail)])
  }
  return [...sessions.values()]
}

/** `$1` and its fellows become the values that the log tells. */
export function filled(statement: string, detail: string): string {
  const values = new Map<string, string>()
  for (const [, name, value] of detail.matchAll(/\$(\d+) = (NULL|'(?:[^']|'')*')/g)) if (name && value) values.set(name, value)
  return statement.replace(/\$(\d+)/g, (found, name: string) => values.get(name) ?? found)
}

/** One pgbench script in which every client has the statements of one connection. */
export function pgbenchScript(sessions: readonly (readonly string[])[]): string {
  return sessions
    .map(
      (statements, client) =>
        `\\if :client_id = ${client}\n${statements.map((one) => `${one.trim().replace(/;$/, '')};`).join('\n')}\n\\endif\n`,
    )
    .join('')
}
