import type { Db, Deps, Tx } from '#platform/deps.ts'
import { storedProfile } from './profile.sql.ts'
import { type Profile, profileOf } from './profile-rules.ts'

/** The profile as it was handed in last; undefined before that. */
export async function handedInProfile(tx: Db | Tx, deps: Pick<Deps, 'seal'>, userId: number): Promise<Profile | undefined> {
  return profileOf((await storedProfile(tx, deps, userId)).handedIn)
}
