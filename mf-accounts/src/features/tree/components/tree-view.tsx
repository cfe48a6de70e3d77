import './tree-view.css'
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { texts } from '../../../texts'
import { stepOf, windowOf } from '../tree-rows'
import type { Tree } from '../use-tree'
import { TreeLine } from './tree-line'

/** Pixels; every row is as high, so that the place of each is known without drawing it. */
const rowHeight = 40

type Props = { tree: Tree; active: string | undefined; onActive: (id: string) => void; onEnter: (id: string) => void }

/** The rows of the tree. Only those in view are in the document: a branch may hold thousands. */
export function TreeView({ tree, active, onActive, onEnter }: Props) {
  const text = texts.useText()
  const { rows, setOpen, retry } = tree
  const box = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const [view, setView] = useState({ top: 0, height: 600 })
  const measure = useCallback(() => {
    const { current } = box
    if (current) setView({ top: current.scrollTop, height: current.clientHeight || 600 })
  }, [])
  useLayoutEffect(() => {
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [measure])

  const activeIndex = rows.findIndex(row => row.id === active)
  // Brings the active row into view, when it was moved by a key or found by the search.
  useEffect(() => {
    const { current } = box
    if (!current || activeIndex < 0) return
    const top = activeIndex * rowHeight
    if (top < current.scrollTop) current.scrollTop = top
    else if (top + rowHeight > current.scrollTop + current.clientHeight) {
      current.scrollTop = top + rowHeight - current.clientHeight
    }
  }, [activeIndex])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active !== undefined) return onEnter(active)
    const step = stepOf(event.key, rows, active)
    if (!step) return
    event.preventDefault()
    if (step.active !== undefined) onActive(step.active)
    if (step.open !== undefined) setOpen(step.open, true)
    if (step.close !== undefined) setOpen(step.close, false)
  }

  const { first, last } = windowOf(rows.length, rowHeight, view.top, view.height)
  return (
    <div
      ref={box}
      className="accounts-tree"
      role="tree"
      tabIndex={0}
      aria-label={text('tree')}
      aria-activedescendant={activeIndex >= first && activeIndex < last ? `${prefix}-${active}` : undefined}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: rows.length * rowHeight, position: 'relative' }} role="presentation">
        {rows.slice(first, last).map((row, index) => (
          <TreeLine
            key={row.id}
            id={`${prefix}-${row.id}`}
            row={row}
            top={(first + index) * rowHeight}
            active={row.id === active}
            onActive={onActive}
            onToggle={setOpen}
            onRetry={retry}
          />
        ))}
      </div>
    </div>
  )
}
