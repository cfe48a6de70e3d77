import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { menuOf } from '../menu/menu'
import { useSubmenus } from '../menu/use-submenus'
import { basesOf } from '../remotes/find-base'
import type { RemoteLoader } from '../remotes/remote-loader'
import { remotesQuery } from '../remotes/remotes-query'
import { screensOf } from './screens'

/** The remote that shows a base, by the path of the base. */
export type Bases = ReadonlyMap<string, string>

/**
 * The screens of the actor, from what the menu has read already, and the bases that they may open.
 * @param all those from data too
 */
export function useScreens(loader: RemoteLoader, { all }: { all: boolean }) {
  const { role } = useActor()
  const { data: remotes = none } = useQuery(remotesQuery(loader))
  const entries = useMemo(() => menuOf(remotes, role).flatMap(group => group.entries), [remotes, role])
  const submenus = useSubmenus(entries, () => all)
  return useMemo(
    () => ({
      screens: screensOf(remotes, role, submenus),
      bases: new Map(basesOf(remotes, role).map(({ remote, base }) => [base.path, remote.id])) as Bases,
    }),
    [remotes, role, submenus],
  )
}

const none: never[] = []
