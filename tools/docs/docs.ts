import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapi } from '@fyh/contract/openapi.ts'
import { endpointsPage } from './endpoints-page.ts'
import { errorsPage } from './errors-page.ts'
import { goldenPage } from './golden-page.ts'
import { licencesSource } from './licences.ts'
import { machinesPage } from './machines-page.ts'
import { pathsSource } from './paths.ts'
import { screensPage } from './screens-page.ts'

/** The repository that this file is part of. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every file made from the declarations, with its content. The tidy test compares them with what is committed. */
export async function generated(): Promise<Record<string, string>> {
  return {
    'packages/contract/generated/paths.ts': pathsSource(),
    'apps/web/src/features/settings/generated/open-source.json': licencesSource(root),
    'docs/generated/openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
    'docs/generated/endpoints.md': endpointsPage(),
    'docs/generated/errors.md': errorsPage(),
    'docs/generated/golden.md': goldenPage(),
    'docs/generated/machines.md': await machinesPage(root),
    'docs/generated/screens.md': await screensPage(root),
  }
}

async function writeAll(): Promise<void> {
  for (const [file, content] of Object.entries(await generated())) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
    process.stdout.write(`${file}\n`)
  }
}

if (import.meta.main) await writeAll()
