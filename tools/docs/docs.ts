import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pathsSource } from './paths.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every generated file with its content; the tidy test compares them with what is committed. */
export const generated = (): Record<string, string> => ({ 'packages/contract/generated/paths.ts': pathsSource() })

if (import.meta.main) for (const [file, content] of Object.entries(generated())) writeFileSync(`${root}${file}`, content)
