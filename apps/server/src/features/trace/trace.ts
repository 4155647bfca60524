export { traceHandlers } from './trace.handlers.ts'
