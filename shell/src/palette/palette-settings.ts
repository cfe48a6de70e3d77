import { Role } from '@cascade/contracts'
import { useActor } from '@cascade/web-kit'
import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Something chosen before. Balances are not kept: they would be old, and on a shared computer seen by others. */
export const RecentChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('screen'), path: z.string() }),
  z.object({ kind: z.literal('account'), id: z.string(), username: z.string(), role: Role }),
])
export type RecentChoice = z.infer<typeof RecentChoice>

const Settings = z.object({ recent: z.array(RecentChoice), singleKeys: z.boolean() })
const Stored = z.object({ users: z.record(z.string(), Settings) })
type Settings = z.infer<typeof Settings>

const standard: Settings = { recent: [], singleKeys: true }
const recentLimit = 6

/** Kept in this browser, for each user apart. */
const useStored = create<z.infer<typeof Stored>>()(
  persist(() => ({ users: {} }), {
    name: 'cascade.palette',
    merge: (stored, current) => Stored.safeParse(stored).data ?? current,
  }),
)

/** Recent choices and the switch of the signed-in user. */
export function usePaletteSettings() {
  const { _id } = useActor()
  const settings = useStored(state => state.users[_id] ?? standard)
  const change = (patch: Partial<Settings>) =>
    useStored.setState(({ users }) => ({ users: { ...users, [_id]: { ...(users[_id] ?? standard), ...patch } } }))
  return {
    ...settings,
    setSingleKeys: (singleKeys: boolean) => change({ singleKeys }),
    remember: (choice: RecentChoice) => change({ recent: withChoice(settings.recent, choice) }),
  }
}

/** The choice comes first, and is in the list once. */
function withChoice(recent: readonly RecentChoice[], choice: RecentChoice): RecentChoice[] {
  return [choice, ...recent.filter(each => keyOf(each) !== keyOf(choice))].slice(0, recentLimit)
}

const keyOf = (choice: RecentChoice) => (choice.kind === 'screen' ? `/${choice.path}` : choice.id)
