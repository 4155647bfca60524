import type { TestServer } from '#platform/test-server.ts'
import { service } from './command.ts'

/** What an operator's command about a loan says, such as 'write-off'; jobs that follow from it are done. */
export async function asOperator(server: TestServer, contractNo: string, line: string): Promise<string[]> {
  const said: string[] = []
  const args = [...line.split(' '), '--contract', contractNo, '--by', 'operator 7', '--reason', 'goodwill']
  await service(server.deps, args, (one) => said.push(one))
  await server.runJobs()
  return said
}
