import { mayOpen, permissions } from '@cascade/contracts'
import type { AuthUser } from '@cascade/contracts/accounts'
import type { RegisteredRemote, RemoteBase } from '@cascade/web-kit'

export type OwnedBase = { remote: RegisteredRemote; base: RemoteBase }

/** Pages of the shell itself that stand in the menu beside those of remotes. */
export const shellPages: RegisteredRemote = {
  ...{ id: 'shell', title: 'Cascade', version: '', entry: '' },
  bases: [
    {
      ...{ path: 'remotes', label: 'Remotes', group: 'Operations', order: 650, icon: 'backup' },
      permission: 'remotes.manage',
      roles: [...permissions['remotes.manage']],
    },
  ],
}

export type Viewer = Pick<AuthUser, 'role' | 'person'>

export function basesOf(remotes: readonly RegisteredRemote[], viewer: Viewer): OwnedBase[] {
  return [...remotes, shellPages].flatMap(remote =>
    remote.bases
      .filter(({ roles, permission = '' }) => roles.includes(viewer.role) && mayOpen(viewer, permission))
      .map(base => ({ remote, base })),
  )
}

/** Owner of the first path segment below `/{role}/`; `exact` is false when only the case differs. */
export function findBase(bases: readonly OwnedBase[], segment: string): (OwnedBase & { exact: boolean }) | undefined {
  const exact = bases.find(({ base }) => base.path === segment)
  if (exact) return { ...exact, exact: true }
  const other = bases.find(({ base }) => base.path.toLowerCase() === segment.toLowerCase())
  return other && { ...other, exact: false }
}
