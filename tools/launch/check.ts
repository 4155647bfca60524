import { quickSteps } from './quick-steps.ts'
import { runSteps } from './steps.ts'

await runSteps(quickSteps)
