import { endpoint, responseOf } from '@cascade/contracts'
import { call, type RegisteredRemote, type RemoteBase } from '@cascade/web-kit'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { z } from 'zod'
import { basesOf, type Viewer } from '../remotes/find-base'
import { shellTexts } from '../texts'

export type MenuEntry = {
  /** Address below `/{role}/`; key of the entry. */
  path: string
  label: string
  icon: string | undefined
  remoteId: string
  submenu: RemoteBase['submenu']
}
export type MenuGroup = { title: string | undefined; entries: MenuEntry[] }

export function menuOf(remotes: readonly RegisteredRemote[], viewer: Viewer): MenuGroup[] {
  const visibleBases = basesOf(remotes, viewer)
    .filter(({ base }) => base.label !== undefined && (base.menuRoles ?? base.roles).includes(viewer.role))
    .sort((a, b) => a.base.order - b.base.order)
  const groups = new Map<string | undefined, MenuEntry[]>()
  for (const { remote, base } of visibleBases) {
    const entries = groups.get(base.group) ?? []
    const label = base.label ?? base.path
    entries.push({
      path: base.path,
      label: remote.outdated ? shellTexts.text('needsUpdate', { title: label }) : label,
      icon: base.icon,
      remoteId: remote.id,
      submenu: base.submenu,
    })
    groups.set(base.group, entries)
  }
  return Array.from(groups, ([title, entries]) => ({ title, entries }))
}

/** Replaces `{field}` in a submenu template; missing fields become empty. */
export function fillTemplate(template: string, row: Readonly<Record<string, unknown>>, encode = false): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(row[name] ?? '')
    return encode ? encodeURIComponent(value) : value
  })
}

export type SubmenuEntry = { path: string; label: string; group: string | undefined }

const staleAfterMs = 5 * 60_000

const submenuQuery = (entry: MenuEntry) =>
  queryOptions({
    queryKey: ['submenu', entry.submenu?.from],
    staleTime: staleAfterMs,
    queryFn: () => readSubmenu(entry),
  })

/**
 * Submenu entries loaded from data, by the path of their menu entry; none if the call fails.
 * @param isRequested whether to load those of a menu entry: collapsed ones are not loaded
 */
export function useSubmenus(
  entries: readonly MenuEntry[],
  isRequested: (path: string) => boolean,
): Readonly<Record<string, SubmenuEntry[]>> {
  const withSubmenu = entries.filter(entry => entry.submenu !== undefined)
  return useQueries({
    queries: withSubmenu.map(entry => ({ ...submenuQuery(entry), enabled: isRequested(entry.path) })),
    combine: results =>
      Object.fromEntries(
        withSubmenu.map((entry, index) => [entry.path, [...fixedEntries(entry), ...(results[index]?.data ?? [])]]),
      ),
  })
}

/** Entries from `remote.json`, available before any data. */
const fixedEntries = ({ path, submenu }: MenuEntry): SubmenuEntry[] =>
  (submenu?.fixed ?? []).map(fixed => ({ path: pathBelow(path, fixed.path), label: fixed.label, group: undefined }))

const pathBelow = (base: string, path: string) => (path === '' ? base : `${base}/${path}`)

async function readSubmenu({ path, submenu }: MenuEntry): Promise<SubmenuEntry[]> {
  if (!submenu) return []
  const { data } = await call(listAt(submenu.from))
  return data.map(row => ({
    path: pathBelow(path, fillTemplate(submenu.path, row, true)),
    label: fillTemplate(submenu.label, row),
    group: submenu.group === undefined ? undefined : fillTemplate(submenu.group, row),
  }))
}

/** Endpoint of an arbitrary list whose rows only fill templates. */
const listAt = (path: string) =>
  endpoint({
    id: `shell.submenu${path}`,
    domain: 'gateway',
    route: `GET ${path as `/${string}`}`,
    permission: 'any',
    summary: 'Rows of a submenu',
    response: responseOf(z.array(z.record(z.string(), z.unknown()))),
  })
