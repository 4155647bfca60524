import { declaredScreens, screenCount } from '../docs/screens-page.ts'
import { quickSteps } from './quick-steps.ts'
import { root, runSteps } from './steps.ts'

// A table that cannot be read is for the steps to explain.
const count = await declaredScreens(root).then(screenCount, () => 'screens: the table cannot be read')
console.log(count)
await runSteps(quickSteps)
