import type { Role } from '@cascade/contracts'
import type { RegisteredRemote, RemoteBase } from '@cascade/web-kit'
import { basesOf } from '../remotes/find-base'

export type MenuEntry = {
  /** Address below `/{role}/`, and the key of the entry. */
  path: string
  label: string
  icon: string | undefined
  remoteId: string
  submenu: RemoteBase['submenu']
}
export type MenuGroup = { title: string | undefined; entries: MenuEntry[] }

/** The menu of a role: bases with a label, in their order, under the groups in which they come. */
export function menuOf(remotes: readonly RegisteredRemote[], role: Role): MenuGroup[] {
  const shown = basesOf(remotes, role)
    .filter(({ base }) => base.label !== undefined && (base.menuRoles ?? base.roles).includes(role))
    .sort((a, b) => a.base.order - b.base.order)
  const groups = new Map<string | undefined, MenuEntry[]>()
  for (const { remote, base } of shown) {
    const entries = groups.get(base.group) ?? []
    entries.push({
      path: base.path,
      label: base.label ?? base.path,
      icon: base.icon,
      remoteId: remote.id,
      submenu: base.submenu,
    })
    groups.set(base.group, entries)
  }
  return Array.from(groups, ([title, entries]) => ({ title, entries }))
}

/** Fills `{field}` of a submenu's template; a field that the row lacks becomes empty. */
export function fillTemplate(template: string, row: Readonly<Record<string, unknown>>, encode = false): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(row[name] ?? '')
    return encode ? encodeURIComponent(value) : value
  })
}
