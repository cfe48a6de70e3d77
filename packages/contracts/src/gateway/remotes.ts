import { z } from 'zod'
import { type Permission, permissions } from '../permissions'
import { Role } from '../roles'

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
  /** Hash of each file, `sha256-` and base64, with which the gateway verifies those of a remote on another host. */
  files: z.record(z.string(), z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/)).optional(),
})
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>

/** A descriptor without files whose `entry` is a full path below `/mf/<id>/` of the gateway. */
export const RegisteredRemote = RemoteDescriptor.omit({ files: true }).extend({ entry: z.string() })
export type RegisteredRemote = z.infer<typeof RegisteredRemote>

const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]]

/**
 * `remote.json` in the source tree: it names permissions, and the build resolves them to roles, so that a remote with a
 * new permission can be deployed alone.
 */
export const RemoteSource = RemoteDescriptor.omit({ version: true, entry: true, files: true, bases: true }).extend({
  bases: z.array(
    RemoteBase.omit({ roles: true, menuRoles: true }).extend({
      permission: z.enum(permissionNames),
      /** Permission to see the menu entry, if fewer roles than may open the base. */
      menuPermission: z.enum(permissionNames).optional(),
    }),
  ),
})
export type RemoteSource = z.infer<typeof RemoteSource>

type Build = Pick<RemoteDescriptor, 'version' | 'entry' | 'files'>

export function describeRemote({ bases, ...source }: RemoteSource, build: Build): RemoteDescriptor {
  return {
    ...source,
    ...build,
    bases: bases.map(({ permission, menuPermission, ...base }) => ({
      ...base,
      roles: [...permissions[permission]],
      ...(menuPermission ? { menuRoles: [...permissions[menuPermission]] } : {}),
    })),
  }
}

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
