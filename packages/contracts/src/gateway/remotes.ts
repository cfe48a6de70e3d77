import { z } from 'zod'
import { type Permission, permissions } from '../permissions'
import { Role } from '../roles'

/**
 * Entries below a menu entry: first `fixed` ones, then those that come from data. `from` is a list call below `/api`, the
 * other fields are templates in which `{field}` stands for a field of its rows. `path` is relative to the base; `group`
 * gathers rows.
 */
export const RemoteSubmenu = z.object({
  fixed: z.array(z.object({ path: z.string(), label: z.string() })).optional(),
  from: z.string().regex(/^\//),
  path: z.string(),
  label: z.string(),
  group: z.string().optional(),
})

/** One base below `/{role}/` that a remote owns, and its menu entry; without a `label` it has none. */
export const RemoteBase = z.object({
  /** First segment below `/{role}/`; compared with regard to case. */
  path: z.string().regex(/^[A-Za-z0-9-]+$/),
  roles: z.array(Role),
  label: z.string().optional(),
  /** Who sees the menu entry, when fewer than `roles`. */
  menuRoles: z.array(Role).optional(),
  group: z.string().optional(),
  order: z.number(),
  icon: z.string().optional(),
  /** After `g` this letter opens the base; of two that prefer the same one, the first in the menu gets it. */
  shortcut: z
    .string()
    .regex(/^[a-z]$/)
    .optional(),
  submenu: RemoteSubmenu.optional(),
})
export type RemoteBase = z.infer<typeof RemoteBase>

/** `remote.json`, written by a remote's build beside its `mf-manifest.json`. */
export const RemoteDescriptor = z.object({
  /** The name of the domain, e.g. `accounts`. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  version: z.string(),
  /** The file of the build that starts the remote, beside this one; without it the shell asks `mf-manifest.json`. */
  entry: z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*\.js$/)
    .optional(),
  bases: z.array(RemoteBase),
  /** Segments below `/public/` whose pages anybody may open, without a session. */
  publicPaths: z.array(z.string().regex(/^[a-z][a-z0-9-]*$/)).optional(),
})
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>

/** A descriptor with the whole address of the file that starts the remote, below `/mf/<id>/` of the gateway. */
export const RegisteredRemote = RemoteDescriptor.extend({ entry: z.string() })
export type RegisteredRemote = z.infer<typeof RegisteredRemote>

const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]]

/**
 * `remote.json` as a room writes it: who may open a base is named by permission, and resolved to roles by the build, so
 * that a remote with a new permission can be deployed alone.
 */
export const RemoteSource = RemoteDescriptor.omit({ version: true, entry: true, bases: true }).extend({
  bases: z.array(
    RemoteBase.omit({ roles: true, menuRoles: true }).extend({
      may: z.enum(permissionNames),
      /** Who sees the menu entry, when fewer than may open the base. */
      menuMay: z.enum(permissionNames).optional(),
    }),
  ),
})
export type RemoteSource = z.infer<typeof RemoteSource>

type Build = Pick<RemoteDescriptor, 'version' | 'entry'>

/** The descriptor that a build emits for a source. */
export function describeRemote({ bases, ...source }: RemoteSource, build: Build): RemoteDescriptor {
  return {
    ...source,
    ...build,
    bases: bases.map(({ may, menuMay, ...base }) => ({
      ...base,
      roles: [...permissions[may]],
      ...(menuMay ? { menuRoles: [...permissions[menuMay]] } : {}),
    })),
  }
}

/**
 * `/remotes.json`, from which the shell makes menu and routes; `zone` names the zone of the business day, `manual` is the
 * address of the operator's manual where it is served; with `traces` the page traces its calls.
 */
export const RemotesDocument = z.object({
  remotes: z.array(RegisteredRemote),
  zone: z.string().optional(),
  manual: z.string().optional(),
  traces: z.boolean().optional(),
})
export type RemotesDocument = z.infer<typeof RemotesDocument>
