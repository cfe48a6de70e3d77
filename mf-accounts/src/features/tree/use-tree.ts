import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { treeQuery } from './api/tree-query'
import type { FoundNode } from './api/tree-search-query'
import { type Branch, type TreeRow, visibleRows } from './tree-rows'

const toggled = (set: ReadonlySet<string>, id: string, on: boolean) => {
  const next = new Set(set)
  if (on) next.add(id)
  else next.delete(id)
  return next
}

export type Tree = {
  rows: readonly TreeRow[]
  setOpen: (id: string, open: boolean) => void
  /** Opens the way down to a node and answers when its row exists. */
  reveal: (node: FoundNode) => Promise<void>
  retry: (id: string) => void
  /** The first answer has not come yet. */
  pending: boolean
  error: unknown
}

/** A tree that is read branch by branch, as branches are opened. */
export function useTree(rootId: string, asOf: string): Tree {
  const queryClient = useQueryClient()
  const [open, setOpened] = useState<ReadonlySet<string>>(() => new Set([rootId]))
  // A superadmin also finds what stands below another superadmin.
  const [rootIds, setRootIds] = useState<readonly string[]>([rootId])
  const ids = useMemo(() => [...new Set([...rootIds, ...open])], [rootIds, open])

  const { branches, roots, failure } = useQueries({
    queries: ids.map(id => treeQuery(id, asOf)),
    combine: useCallback(
      (results: readonly { data?: { node: FoundRoot; children: FoundRoot[] } | undefined; error: unknown }[]) => ({
        branches: new Map<string, Branch>(
          results.map(({ data, error }, index) => [
            ids[index] ?? '',
            data ? { children: data.children } : { failed: error !== null },
          ]),
        ),
        roots: results.slice(0, rootIds.length).flatMap(({ data }) => data?.node ?? []),
        failure: results[0]?.error,
      }),
      [ids, rootIds],
    ),
  })

  const rows = useMemo(() => visibleRows({ roots, open, branches }), [roots, open, branches])
  const setOpen = useCallback((id: string, on: boolean) => setOpened(before => toggled(before, id, on)), [])
  const retry = useCallback((id: string) => void queryClient.refetchQueries(treeQuery(id, asOf)), [queryClient, asOf])
  const reveal = useCallback(
    async ({ path, _id }: FoundNode) => {
      const [top = _id] = path
      await Promise.all([...path, top].map(id => queryClient.ensureQueryData(treeQuery(id, asOf))))
      setRootIds(before => (before.includes(top) ? before : [...before, top]))
      setOpened(before => new Set([...before, ...path]))
    },
    [queryClient, asOf],
  )
  return { rows, setOpen, reveal, retry, pending: roots.length === 0 && !failure, error: failure }
}

type FoundRoot = Omit<FoundNode, 'path'>
