import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))

/** The machine's own Chromium where there is one, else the one that comes with the packages; no download either way. */
export const chromiumLaunch = async () => ({
  executablePath: installed ?? (await sparticuz.executablePath()),
  args: [
    ...(installed ? [] : sparticuz.args.filter((arg) => !arg.startsWith('--single-process') && !arg.startsWith('--headless'))),
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
