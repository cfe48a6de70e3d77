import type { Role } from '@cascade/contracts'
import type { RegisteredRemote } from '@cascade/web-kit'
import { menuOf } from '../menu/menu'
import type { SubmenuEntry } from '../menu/use-submenus'
import { basesOf } from '../remotes/find-base'
import { shellTexts } from '../texts'
import { paletteTexts } from './texts'

/** A page that the palette and the letters after `g` lead to. */
export type Screen = {
  /** Address below `/{role}/`. */
  path: string
  label: string
  icon: string
  /** Where it stands in the menu. */
  group: string | undefined
  shortcut: string | undefined
  /** Entries from data, which are found but not listed. */
  fromData: boolean
  remoteId: string | undefined
}

const dashboardKey = 'd'

/** Every screen of a role in the order of the menu; each letter belongs to the first screen that prefers it. */
export function screensOf(
  remotes: readonly RegisteredRemote[],
  role: Role,
  submenus: Readonly<Record<string, readonly SubmenuEntry[]>> = {},
): Screen[] {
  const bases = basesOf(remotes, role)
  const taken = new Set([dashboardKey])
  const letterOf = (path: string) => {
    const preferred = bases.find(({ base }) => base.path === path)?.base.shortcut
    if (preferred === undefined || taken.has(preferred)) return undefined
    taken.add(preferred)
    return preferred
  }
  const plain = { icon: '', group: undefined, shortcut: undefined, fromData: false, remoteId: undefined }
  const dashboard = { ...plain, path: 'dashboard', label: shellTexts.text('dashboard'), icon: 'dashboard' }
  const listed = menuOf(remotes, role).flatMap(({ title, entries }) =>
    entries.flatMap(({ path, label, icon = '', remoteId }) => [
      { ...plain, path, label, icon, group: title, shortcut: letterOf(path), remoteId },
      ...(submenus[path] ?? []).map(sub => ({
        ...plain,
        ...{ path: sub.path, label: sub.label, icon, remoteId, fromData: true },
        group: [label, sub.group].filter(Boolean).join(' · '),
      })),
    ]),
  )
  const profile = bases.find(({ base }) => base.path === 'profile')
  return [
    { ...dashboard, shortcut: dashboardKey },
    ...listed,
    ...(profile
      ? [
          {
            ...plain,
            path: 'profile',
            label: paletteTexts.text('editProfile'),
            icon: 'player',
            remoteId: profile.remote.id,
          },
        ]
      : []),
  ]
}
