import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'
import sparticuz from '@sparticuz/chromium'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The Chromium that comes with the packages: the same version everywhere, and without a window to draw it takes little more than half
 * of the time. Where it does not run (macOS, or a Linux without its libraries) the machine's own; no download either way. None of the
 * package's own flags is used: they are for pages that one trusts and switch off what keeps origins apart.
 */
export const chromiumLaunch = async () => ({
  executablePath: (await packagedThatRuns()) ?? installed.find((path) => existsSync(path)) ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})

async function packagedThatRuns(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const path = await sparticuz.executablePath()
  return spawnSync(path, ['--version']).status === 0 ? path : undefined
}
