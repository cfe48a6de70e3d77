import { useActor } from '@cascade/web-kit'
import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const Tile = z.object({ adminId: z.string(), gameId: z.string(), username: z.string(), gameName: z.string() })
/** A game on the wall. */
export type Tile = z.infer<typeof Tile>

/** Each has a socket of its own, of which a session may have 20. */
export const mostTiles = 12

const Settings = z.object({ keys: z.boolean(), wall: z.array(Tile).max(mostTiles) })
const Stored = z.object({ users: z.record(z.string(), Settings) })
type Settings = z.infer<typeof Settings>

const standard: Settings = { keys: true, wall: [] }

/** Kept in this browser, for each user apart. */
const useStored = create<z.infer<typeof Stored>>()(
  persist(() => ({ users: {} }), {
    name: 'cascade.live',
    merge: (stored, current) => Stored.safeParse(stored).data ?? current,
  }),
)

/** How the signed-in user likes the live screens. */
export function useLiveSettings() {
  const { _id } = useActor()
  const settings = useStored(state => state.users[_id] ?? standard)
  const change = (patch: Partial<Settings>) =>
    useStored.setState(({ users }) => ({ users: { ...users, [_id]: { ...(users[_id] ?? standard), ...patch } } }))
  return {
    ...settings,
    setKeys: (keys: boolean) => change({ keys }),
    setWall: (wall: Tile[]) => change({ wall }),
  }
}
