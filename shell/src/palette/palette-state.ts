import { Role } from '@cascade/contracts'
import { createUserSettings } from '@cascade/web-kit'
import { z } from 'zod'
import { create } from 'zustand'

type Dialog = 'palette' | 'help'
type State = {
  dialog: Dialog | undefined
  typed: string
}

export const useOpenDialog = create<State>(() => ({ dialog: undefined, typed: '' }))

export const openDialog = (dialog: Dialog) => useOpenDialog.setState({ dialog, typed: '' })
export const closeDialog = () => useOpenDialog.setState({ dialog: undefined, typed: '' })
export const setTyped = (typed: string) => useOpenDialog.setState({ typed })

export const useManual = create<{ address: string | undefined }>(() => ({ address: undefined }))

/** A recent choice. Without balances: they would be outdated, and visible to others on a shared computer. */
export const RecentChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('screen'), path: z.string() }),
  z.object({ kind: z.literal('account'), id: z.string(), username: z.string(), role: Role }),
])
export type RecentChoice = z.infer<typeof RecentChoice>

const Settings = z.object({ recent: z.array(RecentChoice), singleKeys: z.boolean() })
const recentLimit = 6

const useSettings = createUserSettings(
  'cascade.palette',
  { recent: [], singleKeys: true },
  stored => Settings.safeParse(stored).data,
)

export function usePaletteSettings() {
  const [settings, change] = useSettings()
  return {
    ...settings,
    setSingleKeys: (singleKeys: boolean) => change({ singleKeys }),
    remember: (choice: RecentChoice) => change({ recent: withChoice(settings.recent, choice) }),
  }
}

function withChoice(recent: readonly RecentChoice[], choice: RecentChoice): RecentChoice[] {
  return [choice, ...recent.filter(each => keyOf(each) !== keyOf(choice))].slice(0, recentLimit)
}

const keyOf = (choice: RecentChoice) => (choice.kind === 'screen' ? `/${choice.path}` : choice.id)
