/** Front door of the slice: what operators decide about loans. */
export { service } from './command.ts'
