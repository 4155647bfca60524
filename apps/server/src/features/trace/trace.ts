export { openForwarder } from './forwarder.ts'
export { traceHandlers } from './trace.handlers.ts'
