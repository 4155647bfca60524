import { expect, test } from 'vitest'
import { filled, pgbenchScript, statementsOf } from './replay.ts'

test('parameters are filled in from the log, quotes and nulls included', () => {
  expect(filled('select $1::text, $2, $10', "Parameters: $1 = 'it''s', $2 = NULL, $10 = '7'")).toBe("select 'it''s'::text, NULL, '7'")
})

test('statements are taken by connection, of one database, between the marks', () => {
  const entry = (session_id: string, message: string, dbname = 'captured') => JSON.stringify({ session_id, message, dbname })
  const log = [
    entry('a', 'statement: too early'),
    entry('m', 'statement: select BEGIN-MARK', 'postgres'),
    entry('a', 'statement: begin'),
    entry('b', 'execute <unnamed>: select 1'),
    entry('a', 'execute named: commit'),
    entry('c', 'statement: elsewhere', 'other'),
    entry('m', 'statement: select END-MARK', 'postgres'),
  ].join('\n')
  const sessions = statementsOf(log, { database: 'captured', from: 'BEGIN-MARK', to: 'END-MARK' })
  expect(sessions).toEqual([['begin', 'commit'], ['select 1']])
  expect(pgbenchScript(sessions)).toBe('\\if :client_id = 0\nbegin;\ncommit;\n\\endif\n\\if :client_id = 1\nselect 1;\n\\endif\n')
})
