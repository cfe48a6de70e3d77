import { permissions, type Role } from '@cascade/contracts'
import type { RegisteredRemote, RemoteBase } from '@cascade/web-kit'

export type OwnedBase = { remote: RegisteredRemote; base: RemoteBase }

/** Pages of the shell itself that stand in the menu beside those of remotes. */
export const shellPages: RegisteredRemote = {
  ...{ id: 'shell', title: 'Cascade', version: '', entry: '' },
  bases: [
    {
      ...{ path: 'remotes', label: 'Remotes', group: 'Operations', order: 650, icon: 'backup' },
      roles: [...permissions['remotes.manage']],
    },
  ],
}

export function basesOf(remotes: readonly RegisteredRemote[], role: Role): OwnedBase[] {
  return [...remotes, shellPages].flatMap(remote =>
    remote.bases.filter(base => base.roles.includes(role)).map(base => ({ remote, base })),
  )
}

/** Owner of the first path segment below `/{role}/`; `exact` is false when only the case differs. */
export function findBase(bases: readonly OwnedBase[], segment: string): (OwnedBase & { exact: boolean }) | undefined {
  const exact = bases.find(({ base }) => base.path === segment)
  if (exact) return { ...exact, exact: true }
  const other = bases.find(({ base }) => base.path.toLowerCase() === segment.toLowerCase())
  return other && { ...other, exact: false }
}
