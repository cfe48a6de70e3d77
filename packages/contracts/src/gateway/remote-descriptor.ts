import { z } from 'zod'
import { type Permission, permissions } from '../permissions'
import { RemoteNeeds } from './needs'
import { RegisteredRemote, RemoteAction, RemoteBase, RemoteCard } from './remotes'

/** `remote.json`, which the build of a remote emits next to its `mf-manifest.json`. */
export const RemoteDescriptor = RegisteredRemote.omit({ outdated: true }).extend({
  /** Entry file of the remote, relative to this one; if absent, the shell reads `mf-manifest.json`. */
  entry: z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*\.js$/)
    .optional(),
  /** Compared with the running suite, which marks the remote as outdated if something is missing. */
  needs: RemoteNeeds.optional(),
  /** Hash of each file, `sha256-` and base64, with which the gateway verifies those of a remote on another host. */
  files: z.record(z.string(), z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/)).optional(),
})
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>

const names = Object.keys(permissions) as [Permission, ...Permission[]]
const PermissionName = z.enum(names, 'There is no such permission')

/**
 * `remote.json` in the source tree: it names permissions, and the build resolves them to roles, so that a remote with a
 * new permission can be deployed alone.
 */
export const RemoteSource = RemoteDescriptor.omit({
  version: true,
  entry: true,
  files: true,
  bases: true,
  cards: true,
  actions: true,
  needs: true,
}).extend({
  bases: z.array(
    RemoteBase.omit({ roles: true, menuRoles: true }).extend({
      permission: PermissionName,
      /** Permission to see the menu entry, if fewer roles than may open the base. */
      menuPermission: PermissionName.optional(),
    }),
  ),
  cards: z.array(RemoteCard.omit({ roles: true }).extend({ permission: PermissionName })).optional(),
  actions: z.array(RemoteAction.omit({ roles: true }).extend({ permission: PermissionName })).optional(),
  /** Ids of the calls that the remote uses, e.g. `accounts.player.list`, and of services of other teams. */
  needs: z.object({ calls: z.array(z.string()), services: z.array(z.string()).optional() }).optional(),
})
export type RemoteSource = z.infer<typeof RemoteSource>

type Build = Pick<RemoteDescriptor, 'version' | 'entry' | 'files' | 'needs'>

/** @param build what the build adds; `needs` from `needsOf` */
export function describeRemote(source: RemoteSource, build: Build): RemoteDescriptor {
  const { bases, cards, actions, needs: _source, ...rest } = source
  return {
    ...rest,
    ...build,
    bases: bases.map(({ menuPermission, ...base }) => ({
      ...withRoles(base),
      ...(menuPermission ? { menuRoles: [...permissions[menuPermission]] } : {}),
    })),
    ...(cards && { cards: cards.map(withRoles) }),
    ...(actions && { actions: actions.map(withRoles) }),
  }
}

const withRoles = <T extends { permission: Permission }>(part: T) => ({
  ...part,
  roles: [...permissions[part.permission]],
})
