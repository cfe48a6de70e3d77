import { createUserSettings } from '@cascade/web-kit'
import { z } from 'zod'

const Tile = z.object({ adminId: z.string(), gameId: z.string(), username: z.string(), gameName: z.string() })
/** A game on the wall. */
export type Tile = z.infer<typeof Tile>

/** Each has a socket of its own, of which a session may have 20. */
export const mostTiles = 12

const Settings = z.object({ keys: z.boolean(), wall: z.array(Tile).max(mostTiles) })

const useSettings = createUserSettings(
  'cascade.live',
  { keys: true, wall: [] },
  stored => Settings.safeParse(stored).data,
)

/** How the signed-in user likes the live screens. */
export function useLiveSettings() {
  const [settings, change] = useSettings()
  return {
    ...settings,
    setKeys: (keys: boolean) => change({ keys }),
    setWall: (wall: Tile[]) => change({ wall }),
  }
}
