import { spawnSync } from 'node:child_process'

/** Stops a server in the middle of whatever it does, as a machine does that sleeps: its connections stay open and say nothing. */
export function freeze({ pid }: { readonly pid: number }): void {
  // First the one that would make more of them.
  signal(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) signal(child, 'SIGSTOP')
}

/** Lets it go on; one that was not frozen goes on as it did. */
export function thaw({ pid }: { readonly pid: number }): void {
  for (const one of [...childrenOf(pid), pid]) signal(one, 'SIGCONT')
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  return processes.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It may have ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
