import { useSession } from '@cascade/web-kit'
import { useCallback, useMemo, useState } from 'react'
import type { Column } from './column'

export type Density = 'compact' | 'comfortable'

export type TableSettings = {
  hidden: readonly string[]
  /** Optional columns that the user chose. */
  chosen: readonly string[]
  /** Keys in the user's order; columns that are not named keep their place behind. */
  order: readonly string[]
  pinned: readonly string[]
  density: Density
}

const standard: TableSettings = { hidden: [], chosen: [], order: [], pinned: [], density: 'compact' }

function read(key: string): TableSettings {
  try {
    return { ...standard, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<TableSettings>) }
  } catch {
    return standard
  }
}

/** Settings of one table for the signed-in user, kept in this browser. */
export function useTableSettings(tableId: string) {
  const userId = useSession(state => state.user?._id ?? 'anyone')
  const key = `cascade.table.${userId}.${tableId}`
  const [settings, setSettings] = useState(() => read(key))
  const change = useCallback(
    (patch: Partial<TableSettings>) =>
      setSettings(current => {
        const next = { ...current, ...patch }
        localStorage.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  /** The columns as they were made. */
  const reset = useCallback(() => change(standard), [change])
  return useMemo(() => ({ settings, change, reset }), [settings, change, reset])
}

/** All columns in the user's order. */
export function orderedColumns<Row>(columns: readonly Column<Row>[], { order }: TableSettings): Column<Row>[] {
  const place = (column: Column<Row>) => {
    const index = order.indexOf(column.key)
    return index < 0 ? order.length + columns.indexOf(column) : index
  }
  return [...columns].sort((a, b) => place(a) - place(b))
}

export const isShown = <Row>({ key, optional }: Column<Row>, { hidden, chosen }: TableSettings) =>
  optional ? chosen.includes(key) : !hidden.includes(key)

/** The columns as if those that the user chose had never been optional. */
export const withChosen = <Row>(columns: readonly Column<Row>[], { chosen }: TableSettings): Column<Row>[] =>
  columns.map(column => (chosen.includes(column.key) ? { ...column, optional: false } : column))

/** What is shown: in the user's order, without the hidden, pinned as the column or the user says, pinned ones outside. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], settings: TableSettings): Column<Row>[] {
  const shown = orderedColumns(columns, settings)
    .filter(column => isShown(column, settings))
    .map(column => (settings.pinned.includes(column.key) ? { ...column, pinned: 'left' as const } : column))
  const at = (side: 'left' | 'right' | undefined) => shown.filter(column => column.pinned === side)
  return [...at('left'), ...at(undefined), ...at('right')]
}
