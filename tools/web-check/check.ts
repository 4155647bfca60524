import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfBuild } from './check-build.ts'

const [dist = ''] = process.argv.slice(2)
const polyfills = readFileSync(join(import.meta.dirname, '../../apps/web/legacy/polyfills.ts'), 'utf8')
const faults = faultsOfBuild(dist, polyfills)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
