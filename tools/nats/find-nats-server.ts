import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where systems put it that keep it out of an ordinary user's search path. */
const places = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** The program of a NATS server on this machine, such as Debian's package nats-server brings; undefined when there is none. */
export function findNatsServer(path = process.env.PATH ?? ''): string | undefined {
  return [...path.split(delimiter), ...places].map((folder) => join(folder, 'nats-server')).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
