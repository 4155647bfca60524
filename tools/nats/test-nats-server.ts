import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hold } from '../launch/stand-ins/run.ts'
import { findNatsServer } from './find-nats-server.ts'

export type TestNatsServer = {
  readonly url: string
  /** Where it keeps its streams. */
  readonly storeFolder: string
  /** Answers when the server takes connections, on the folder and the port that it had before; one that runs goes on. */
  start(): Promise<void>
  /** As a power cut to the process: nothing is written any more. */
  kill(): Promise<void>
  /** In order: all that it knows is written. */
  stop(): Promise<void>
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

/** Ends with us, however we end: the pipe to its guard closes. */
const guarded = '"$@" & read -r signal || signal=KILL; kill -"$signal" $!; wait'

/** A server with JetStream on a folder of its own in the temporary place, on loopback; further lines of its configuration may be given. */
export async function startTestNatsServer(configuration = ''): Promise<TestNatsServer> {
  const program = findNatsServer()
  if (program === undefined) throw new Error('there is no nats-server on this machine')
  const folder = mkdtempSync(join(tmpdir(), 'fyh-nats-'))
  const { port, release } = await hold(0)
  await release()
  const configurationFile = join(folder, 'nats.conf')
  const storeFolder = join(folder, 'store')
  mkdirSync(storeFolder)
  writeFileSync(configurationFile, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${storeFolder}" }\n${configuration}\n`)
  let guard: ChildProcess | undefined

  async function start(): Promise<void> {
    if (guard !== undefined) return
    const child = spawn('/bin/sh', ['-c', guarded, 'sh', program ?? '', '-c', configurationFile], { stdio: ['pipe', 'ignore', 'pipe'] })
    guard = child
    let output = ''
    await new Promise<void>((ready, fail) => {
      child.stderr.on('data', (part) => {
        output += part
        if (output.includes('Server is ready')) ready()
        if (output.includes('[FTL]')) fail(new Error(`nats-server does not start:\n${output}`))
      })
      child.once('error', fail)
    })
    child.stderr.resume()
  }

  async function end(signal: 'KILL' | 'TERM'): Promise<void> {
    if (guard === undefined) return
    const ended = new Promise((settle) => guard?.once('exit', settle))
    guard.stdin?.end(`${signal}\n`)
    await ended
    guard = undefined
  }

  await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    storeFolder,
    start,
    kill: () => end('KILL'),
    stop: () => end('TERM'),
    async remove() {
      await end('KILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
