import { z } from 'zod'
import { type Permission, permissions } from '../permissions'
import { Role } from '../roles'
import { RemoteNeeds } from './needs'

/**
 * Submenu of a menu entry: `fixed` items, then items from data. `from` is a list call below `/api`; the other fields
 * are templates in which `{field}` stands for a field of a row. `path` is relative to the base; `group` groups rows.
 */
export const RemoteSubmenu = z.object({
  fixed: z.array(z.object({ path: z.string(), label: z.string() })).optional(),
  from: z.string().regex(/^\//),
  path: z.string(),
  label: z.string(),
  group: z.string().optional(),
})

/** One base path below `/{role}/` that a remote owns, and its menu entry; without a `label` it has none. */
export const RemoteBase = z.object({
  /** First segment below `/{role}/`, case-sensitive. */
  path: z.string().regex(/^[A-Za-z0-9-]+$/),
  roles: z.array(Role),
  label: z.string().optional(),
  /** Roles that see the menu entry, if fewer than `roles`. */
  menuRoles: z.array(Role).optional(),
  group: z.string().optional(),
  order: z.number(),
  icon: z.string().optional(),
  /** Shortcut `g` + letter. If two bases request the same letter, the first in the menu gets it. */
  shortcut: z
    .string()
    .regex(/^[a-z]$/)
    .optional(),
  submenu: RemoteSubmenu.optional(),
})
export type RemoteBase = z.infer<typeof RemoteBase>

const ExtensionId = z.string().regex(/^[a-z][a-z0-9-]*$/)

/** A card that a remote adds to the dashboard or to the details page of an account; loaded when the page is shown. */
export const RemoteCard = z.object({
  id: ExtensionId,
  place: z.enum(['dashboard', 'account']),
  title: z.string(),
  order: z.number(),
  roles: z.array(Role),
})
export type RemoteCard = z.infer<typeof RemoteCard>

/** An action that a remote adds to the rows of the account lists; loaded when it is chosen. */
export const RemoteAction = z.object({
  id: ExtensionId,
  list: z.literal('account'),
  label: z.string(),
  order: z.number(),
  roles: z.array(Role),
})
export type RemoteAction = z.infer<typeof RemoteAction>

/** `remote.json`, which the build of a remote emits next to its `mf-manifest.json`. */
export const RemoteDescriptor = z.object({
  /** Name of the domain, e.g. `accounts`. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  version: z.string(),
  /** Entry file of the remote, relative to this one; if absent, the shell reads `mf-manifest.json`. */
  entry: z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*\.js$/)
    .optional(),
  bases: z.array(RemoteBase),
  /** Segments below `/public/` whose pages need no session. */
  publicPaths: z.array(z.string().regex(/^[a-z][a-z0-9-]*$/)).optional(),
  cards: z.array(RemoteCard).optional(),
  actions: z.array(RemoteAction).optional(),
  /** Compared with the running suite, which marks the remote as outdated if something is missing. */
  needs: RemoteNeeds.optional(),
  /** Hash of each file, `sha256-` and base64, with which the gateway verifies those of a remote on another host. */
  files: z.record(z.string(), z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/)).optional(),
})
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>

/**
 * A descriptor for the shell: `entry` is a full path below `/mf/<id>/` of the gateway; `outdated` if the suite lacks
 * something that the build needs.
 */
export const RegisteredRemote = RemoteDescriptor.omit({ files: true, needs: true }).extend({
  entry: z.string(),
  outdated: z.literal(true).optional(),
})
export type RegisteredRemote = z.infer<typeof RegisteredRemote>

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

const withRoles = <T extends { permission: Permission }>({ permission, ...rest }: T) => ({
  ...rest,
  roles: [...permissions[permission]],
})

/**
 * `/remotes.json`, from which the shell builds menu and routes. `zone` is the time zone of the business day, `manual`
 * the URL of the operator's manual; `traces` enables tracing of the page's calls.
 */
export const RemotesDocument = z.object({
  remotes: z.array(RegisteredRemote),
  zone: z.string().optional(),
  manual: z.string().optional(),
  traces: z.boolean().optional(),
})
export type RemotesDocument = z.infer<typeof RemotesDocument>
