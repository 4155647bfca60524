import type { Scene } from './scenes.ts'
import { type ListedScreen, listedScreens } from './screen-table.ts'

const sceneOf = ({ path, auth, isLater }: ListedScreen): Scene => ({
  name: `${isLater ? 'later' : 'plain'}${path.replace(/\W+/g, '-')}`,
  screen: path,
  as: auth === 'guest' ? 'guest' : 'active',
  path: path.replace(/:\w+/, '1'),
})

/** One scene for each screen that is not built yet. */
export const laterScenes: readonly Scene[] = listedScreens.filter(({ isLater }) => isLater).map(sceneOf)

/** One scene, at the plain address, for each built screen that has none: a screen just begun. */
export function plainScenes(seen: readonly Scene[]): Scene[] {
  const shown = new Set(seen.map(({ screen }) => screen))
  return listedScreens.filter(({ path, isLater }) => !isLater && !shown.has(path)).map(sceneOf)
}
