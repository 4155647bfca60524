// The door of every command: `node tools/launch/bootstrap.mjs start`. It runs on Node 20, before anything is installed, so it
// is plain JavaScript without packages: it installs what is missing, picks a Node that runs TypeScript, and hands over.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const modules = join(root, 'node_modules')
const oldestOwnNode = [22, 22]
const commands = {
  start: 'tools/launch/start.ts',
  test: 'tools/launch/test.ts',
  check: 'tools/launch/check.ts',
  bench: 'bench/bench.ts',
  shots: 'e2e/shots.ts',
  new: 'tools/new/new.ts',
  docs: 'tools/docs/docs.ts',
  golden: 'tools/golden/golden.ts',
  schema: 'tools/schema/schema.ts',
  mutants: 'tools/mutants/mutants.ts',
  reconcile: 'tools/launch/reconcile.ts',
  servicing: 'tools/launch/servicing.ts',
  trace: 'tools/launch/trace.ts',
  keys: 'tools/launch/keys.ts',
}

const [command = '', ...rest] = process.argv.slice(2)
const script = commands[command]
if (script === undefined) stop(`Unknown command "${command}". There are: ${Object.keys(commands).join(', ')}.`)
if (Number(process.versions.node.split('.')[0]) < 20) stop(`Node 20 or newer is needed to begin; this is ${process.versions.node}.`)
install()
run(pickNode(), [join(root, script), ...rest])

function install() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lockText).digest('hex')
  const stamp = join(modules, '.installed-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!installedMatches(JSON.parse(lockText))) {
    console.log('Installing the packages of package-lock.json (the first time, one or two minutes)…')
    // A Node older than the packages ask for is of no matter here: what comes next runs on the one that is among them.
    // Development packages build the web app and run the tests, also where NODE_ENV says production.
    const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.env.npm_execpath
    const [program, args] = npm?.endsWith('.js') ? [process.execPath, [npm, ...options]] : ['npm', options]
    const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' && program === 'npm' })
    if (result.status !== 0)
      stop(`npm ci did not finish (${result.error?.message ?? `exit ${result.status ?? result.signal}`}); its own lines above say why.`)
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, hash)
}

/** Whether npm has already put in every package of the lock, in its version. */
function installedMatches(lock) {
  const list = join(modules, '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages ?? {}
  return Object.entries(lock.packages ?? {}).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    // Optional packages are those of other systems; the one of this system is looked for when it is used.
    return found === undefined
      ? wanted.optional === true || wanted.devOptional === true || wanted.peer === true
      : found.version === wanted.version
  })
}

function pickNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const folder = join(modules, `node-${system}-${process.arch}`, 'bin')
  const packaged = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = oldestOwnNode
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return process.execPath
  return stop(
    `No Node comes with the packages for this system (${process.platform} ${process.arch}), so yours has to be ${oldestOwnNode.join('.')} or newer; ` +
      `this is ${process.versions.node}. Install a newer one from https://nodejs.org and start again.`,
  )
}

/** Runs the command as a child that ends with us, and ends with its result. */
function run(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  child.once('error', (error) => stop(`${node} does not start: ${error.message}`))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const watch = setInterval(() => {
    if (parentsAreThere()) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
  child.once('exit', (code, signal) => {
    clearInterval(watch)
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
  })
  const parents = parentChain()
  function parentsAreThere() {
    return JSON.stringify(parentChain()) === JSON.stringify(parents)
  }
}

/** Our parent and, when that is the shell in which npm runs a script, npm behind it: killed with -9, npm tells nobody. */
function parentChain() {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return [parent]
  try {
    const [, name = '', behind = ''] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(ba|da|a|z)?sh$/.test(name) ? [parent, Number(behind)] : [parent]
  } catch {
    return [parent]
  }
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
