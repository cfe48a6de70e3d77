import { z } from 'zod'
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
  permission: z.string().optional(),
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
  permission: z.string().optional(),
})
export type RemoteCard = z.infer<typeof RemoteCard>

/** An action that a remote adds to the rows of the account lists; loaded when it is chosen. */
export const RemoteAction = z.object({
  id: ExtensionId,
  list: z.literal('account'),
  label: z.string(),
  order: z.number(),
  roles: z.array(Role),
  permission: z.string().optional(),
})
export type RemoteAction = z.infer<typeof RemoteAction>

/**
 * Description of a remote for the shell: its `remote.json` with `entry` as a full path below `/mf/<id>/` of the
 * gateway; `outdated` if the suite lacks something that the build needs.
 */
export const RegisteredRemote = z.object({
  /** Name of the domain, e.g. `accounts`. */
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  version: z.string(),
  entry: z.string(),
  bases: z.array(RemoteBase),
  /** Segments below `/public/` whose pages need no session. */
  publicPaths: z.array(z.string().regex(/^[a-z][a-z0-9-]*$/)).optional(),
  cards: z.array(RemoteCard).optional(),
  actions: z.array(RemoteAction).optional(),
  outdated: z.literal(true).optional(),
})
export type RegisteredRemote = z.infer<typeof RegisteredRemote>

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
