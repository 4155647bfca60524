// Loaded into a process of ours: it is told to stop in the very moment in which it writes the line that STOP_AT names, or without that in
// which it listens, as by a manager that saw it at once; of several that share a port, the first is told.
import cluster from 'node:cluster'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import { Server } from 'node:net'
import process from 'node:process'

const { STOP_AT: line } = process.env
const stop = () => process.kill(cluster.isWorker ? process.ppid : process.pid, 'SIGTERM')

if (line === undefined) {
  Object.assign(Server.prototype, {
    emit(this: Server, name: string, ...values: unknown[]) {
      if (name === 'listening') stop()
      return EventEmitter.prototype.emit.call(this, name, ...values)
    },
  })
} else {
  const { write } = fs
  // The log looks the function up for each line.
  Object.assign(fs, {
    write(...given: Parameters<typeof write>) {
      if (String(given[1]).includes(line)) stop()
      write(...given)
    },
  })
}
