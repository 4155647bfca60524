import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import process from 'node:process'
import sparticuz from '@sparticuz/chromium'
import project from '../package.json' with { type: 'json' }
import { fontEnvironment } from './fonts.ts'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The machine's own browser, which can do what one without a window does not; undefined where there is none. */
export const wholeBrowser = installed.find((path) => existsSync(path))

/**
 * The Chromium that comes with the packages: the same version everywhere, and without a window to draw it takes little more than half
 * of the time. Where it does not run (macOS, or a Linux without its libraries) the machine's own; no download either way. None of the
 * package's own flags is used: they are for pages that one trusts and switch off what keeps origins apart. It draws with the fonts that
 * come with the packages, too, and with no other.
 */
export const chromiumLaunch = async () => ({
  executablePath: (await packagedThatRuns()) ?? wholeBrowser ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--font-render-hinting=none',
  ],
  env: { ...process.env, ...fontEnvironment() },
})

async function packagedThatRuns(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const path = await sparticuz.executablePath()
  const major = majorOf(path)
  if (major === undefined) return undefined
  if (major === majorIn(project.devDependencies['@sparticuz/chromium'])) return path
  // It lies in the temporary place and was unpacked from the package before this one.
  rmSync(path)
  return sparticuz.executablePath()
}

const majorIn = (text: string) => /\d+/.exec(text)?.[0]

/** Undefined when the program does not run here. */
const majorOf = (path: string) => majorIn(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')
