import { z } from 'zod'
import { Role } from '../roles'

/**
 * Entries below a menu entry that come from data: `from` is a list call below `/api`, the other fields are templates
 * in which `{field}` stands for a field of its rows. `path` is relative to the base; `group` gathers rows.
 */
export const RemoteSubmenu = z.object({
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
  bases: z.array(RemoteBase),
})
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>

/** A descriptor with the address of the remote's manifest: `/mf/<id>/mf-manifest.json` below the gateway. */
export const RegisteredRemote = RemoteDescriptor.extend({ entry: z.string() })
export type RegisteredRemote = z.infer<typeof RegisteredRemote>

/** `/remotes.json`, from which the shell makes menu and routes. */
export const RemotesDocument = z.object({ remotes: z.array(RegisteredRemote) })
export type RemotesDocument = z.infer<typeof RemotesDocument>
