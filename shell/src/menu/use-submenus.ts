import { answerOf, endpoint } from '@cascade/contracts'
import { call } from '@cascade/web-kit'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { z } from 'zod'
import { fillTemplate, type MenuEntry } from './menu'

export type SubmenuEntry = { path: string; label: string; group: string | undefined }

const freshForMs = 5 * 60_000

const submenuQuery = (entry: MenuEntry) =>
  queryOptions({
    queryKey: ['submenu', entry.submenu?.from],
    staleTime: freshForMs,
    queryFn: () => readSubmenu(entry),
  })

/**
 * Entries that come from data, by the path of their menu entry; one whose call fails simply has none yet.
 * @param isWanted whether those of a menu entry are to be seen: nobody waits for what is folded away
 */
export function useSubmenus(
  entries: readonly MenuEntry[],
  isWanted: (path: string) => boolean,
): Readonly<Record<string, SubmenuEntry[]>> {
  const withSubmenu = entries.filter(entry => entry.submenu !== undefined)
  return useQueries({
    queries: withSubmenu.map(entry => ({ ...submenuQuery(entry), enabled: isWanted(entry.path) })),
    combine: results => Object.fromEntries(withSubmenu.map((entry, index) => [entry.path, results[index]?.data ?? []])),
  })
}

async function readSubmenu({ path, submenu }: MenuEntry): Promise<SubmenuEntry[]> {
  if (!submenu) return []
  const { data } = await call(listAt(submenu.from))
  return data.map(row => ({
    path: `${path}/${fillTemplate(submenu.path, row, true)}`,
    label: fillTemplate(submenu.label, row),
    group: submenu.group === undefined ? undefined : fillTemplate(submenu.group, row),
  }))
}

/** A list whose rows the shell does not know: it only fills templates with them. */
const listAt = (path: string) =>
  endpoint({
    id: `shell.submenu${path}`,
    domain: 'gateway',
    call: `GET ${path as `/${string}`}`,
    may: 'any',
    summary: 'Rows of a submenu',
    answer: answerOf(z.array(z.record(z.string(), z.unknown()))),
  })
