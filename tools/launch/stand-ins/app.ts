// An application of the launcher's tests: it keeps numbers in its own schema and answers once they are committed.
import { createServer } from 'node:http'
import { openPool } from '@fyh/postgres/pool.ts'

const { DATABASE_URL: url = '', DATABASE_SCHEMA: schema = '', PORT: port, API_URL: apiUrl, TRACE_PROCESSES: traceProcesses } = process.env
const { DEV_TOOLS: devTools, SANDBOX_URL: sandboxUrl } = process.env
const pool = openPool({ url, schema, applicationName: `stand-in-${schema}` })
await pool.query(`create schema if not exists ${schema}; create table if not exists number (value bigint primary key)`)

const server = createServer(async (request, response) => {
  try {
    if (request.method === 'POST') await pool.query('insert into number values ($1)', [Number(request.url?.slice(1))])
    const { rows } = await pool.query<{ value: number }>('select value from number order by value')
    response.end(
      JSON.stringify({ pid: process.pid, apiUrl, traceProcesses, devTools, sandboxUrl, numbers: rows.map(({ value }) => value) }),
    )
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(port), '127.0.0.1', () => console.log(`listening in ${schema}`))
process.once('SIGTERM', () => {
  server.close(() => pool.end())
  server.closeIdleConnections()
})
