import './tree.css'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { texts } from '../texts'
import { type FoundNode, treeQuery } from './calls'
import { TreeLine } from './tree-line'
import { type Branch, stepForKey, type TreeRow, visibleRows } from './tree-rows'

/** Equal row heights: positions are known without rendering. */
const rowHeightPx = 40
const overscanRows = 8
const heightPxDefault = 600
/** Branches expanded initially; each is a request. */
const expandedInitially = 20

type Props = { tree: Tree; active: string | undefined; onActive: (id: string) => void; onEnter: (id: string) => void }

/** Virtualised rows: a branch may have thousands. */
export function TreeView({ tree, active, onActive, onEnter }: Props) {
  const text = texts.useText()
  const { rows, setOpen, retry } = tree
  const box = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeightPx,
    // The sticky headings have the same height.
    scrollMargin: rowHeightPx,
    scrollPaddingStart: rowHeightPx,
    getItemKey: index => rows[index]?.id ?? index,
    overscan: overscanRows,
    // Assume a usual height before layout.
    observeElementRect: (instance, report) =>
      observeElementRect(instance, ({ width, height }) => report({ width, height: height || heightPxDefault })),
  })
  const virtualRows = virtualizer.getVirtualItems()

  const activeIndex = rows.findIndex(row => row.id === active)
  // Scrolls to the active row after a key press or search.
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex)
  }, [activeIndex, virtualizer])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active !== undefined) return onEnter(active)
    const step = stepForKey(event.key, rows, active)
    if (!step) return
    event.preventDefault()
    if (step.active !== undefined) onActive(step.active)
    if (step.open !== undefined) setOpen(step.open, true)
    if (step.close !== undefined) setOpen(step.close, false)
  }

  return (
    <div ref={box} className="accounts-tree">
      <div className="accounts-tree-head">
        <span className="accounts-tree-name">{text('username')}</span>
        <span className="accounts-tree-role">{text('role')}</span>
        <span className="accounts-tree-count">{text('directBelow')}</span>
        <span className="accounts-tree-all">{text('allBelow')}</span>
        <span className="accounts-tree-branch">{text('branchBalance')}</span>
        <span className="accounts-tree-balance">{text('balance')}</span>
      </div>
      <div
        className="accounts-tree-rows"
        role="tree"
        tabIndex={0}
        aria-label={text('tree')}
        aria-activedescendant={
          virtualRows.some(({ index }) => index === activeIndex) ? `${prefix}-${active}` : undefined
        }
        onKeyDown={onKeyDown}
      >
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="presentation">
          {virtualRows.flatMap(({ index, start }) => {
            const row = rows[index]
            if (!row) return []
            return (
              <TreeLine
                key={row.id}
                id={`${prefix}-${row.id}`}
                row={row}
                top={start - rowHeightPx}
                active={row.id === active}
                onActive={onActive}
                onToggle={setOpen}
                onRetry={retry}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

type Tree = {
  rows: readonly TreeRow[]
  setOpen: (id: string, open: boolean) => void
  /** Expands the path to a node; resolves when its row exists. */
  reveal: (node: FoundNode) => Promise<void>
  retry: (id: string) => void
  /** The root is loading. */
  pending: boolean
  error: unknown
}

/** A tree that loads branches on expansion; the first ones of the second level are expanded initially. */
export function useTree(rootId: string, asOf: string): Tree {
  const queryClient = useQueryClient()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  // A superadmin's search also finds accounts below other superadmins.
  const [rootIds, setRootIds] = useState<readonly string[]>([rootId])
  const top = useQuery(treeQuery(rootId, asOf)).data?.children
  const open = useMemo(() => {
    const branches = top?.filter(({ children }) => children > 0).slice(0, expandedInitially) ?? []
    const all = new Map([...[rootId, ...branches.map(({ _id }) => _id)].map(id => [id, true] as const), ...toggled])
    return new Set([...all].flatMap(([id, isOpen]) => (isOpen ? id : [])))
  }, [top, rootId, toggled])
  const ids = useMemo(() => [...new Set([...rootIds, ...open])], [rootIds, open])

  const { branches, roots, failure } = useQueries({
    queries: ids.map(id => treeQuery(id, asOf)),
    combine: useCallback(
      (results: readonly { data?: { node: RootNode; children: RootNode[] } | undefined; error: unknown }[]) => ({
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
  const setOpen = useCallback((id: string, on: boolean) => setToggled(before => new Map(before).set(id, on)), [])
  const retry = useCallback((id: string) => void queryClient.refetchQueries(treeQuery(id, asOf)), [queryClient, asOf])
  const reveal = useCallback(
    async ({ path, _id }: FoundNode) => {
      const [first = _id] = path
      await Promise.all([...path, first].map(id => queryClient.ensureQueryData(treeQuery(id, asOf))))
      setRootIds(before => (before.includes(first) ? before : [...before, first]))
      setToggled(before => new Map([...before, ...path.map(id => [id, true] as const)]))
    },
    [queryClient, asOf],
  )
  return { rows, setOpen, reveal, retry, pending: roots.length === 0 && !failure, error: failure }
}

type RootNode = Omit<FoundNode, 'path'>
