import { checkStep, type Step, vitestStep } from './steps.ts'

const typeChecker = 'node_modules/typescript/bin/tsc'

/** What can be known in under a minute, without a database or a browser; the web is built only when its sources changed. */
export const quickSteps: (Step | Step[])[] = [
  [
    checkStep('types', [typeChecker, '-p', 'tsconfig.json'], [typeChecker, '-p', 'e2e'], [typeChecker, '-p', 'apps/web']),
    checkStep('lint', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.']),
    vitestStep('tidy', ['tidy']),
    checkStep('web build', ['tools/launch/build.ts']),
  ],
  vitestStep('unit', ['unit', 'dom']),
]
