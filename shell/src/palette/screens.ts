import { type RegisteredRemote, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { menuOf, type SubmenuEntry, useSubmenus } from '../menu/menu'
import { basesOf, type Viewer } from '../remotes/find-base'
import type { RemoteLoader } from '../remotes/remote-loader'
import { remotesQuery } from '../remotes/remotes-query'
import { shellTexts } from '../texts'
import { paletteTexts } from './texts'

export type Screen = {
  path: string
  label: string
  icon: string
  group: string | undefined
  shortcut: string | undefined
  /** Loaded from data: found by search but not listed. */
  fromData: boolean
  remoteId: string | undefined
}

const dashboardKey = 'd'

/** Screens of a role in menu order; a letter goes to the first screen that prefers it. */
export function screensOf(
  remotes: readonly RegisteredRemote[],
  viewer: Viewer,
  submenus: Readonly<Record<string, readonly SubmenuEntry[]>> = {},
): Screen[] {
  const bases = basesOf(remotes, viewer)
  const usedLetters = new Set([dashboardKey])
  const assignLetter = (path: string) => {
    const preferred = bases.find(({ base }) => base.path === path)?.base.shortcut
    if (preferred === undefined || usedLetters.has(preferred)) return undefined
    usedLetters.add(preferred)
    return preferred
  }
  const plain = { icon: '', group: undefined, shortcut: undefined, fromData: false, remoteId: undefined }
  const dashboard = { ...plain, path: 'dashboard', label: shellTexts.text('dashboard'), icon: 'dashboard' }
  const listed = menuOf(remotes, viewer).flatMap(({ title, entries }) =>
    entries.flatMap(({ path, label, icon = '', remoteId }) => [
      { ...plain, path, label, icon, group: title, shortcut: assignLetter(path), remoteId },
      ...(submenus[path] ?? [])
        .filter(sub => sub.path !== path)
        .map(sub => ({
          ...plain,
          path: sub.path,
          label: sub.label,
          icon,
          remoteId,
          fromData: true,
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

export type Bases = ReadonlyMap<string, string>

/**
 * Screens and permitted bases of the user, from cached queries.
 * @param all include entries from data
 */
export function useScreens(loader: RemoteLoader, { all }: { all: boolean }) {
  const viewer = useActor()
  const { data: remotes = none } = useQuery(remotesQuery(loader))
  const entries = useMemo(() => menuOf(remotes, viewer).flatMap(group => group.entries), [remotes, viewer])
  const submenus = useSubmenus(entries, () => all)
  return useMemo(
    () => ({
      screens: screensOf(remotes, viewer, submenus),
      bases: new Map(basesOf(remotes, viewer).map(({ remote, base }) => [base.path, remote.id])) as Bases,
    }),
    [remotes, viewer, submenus],
  )
}

const none: never[] = []
