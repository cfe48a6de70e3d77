import { localStore, useSession } from '@cascade/web-kit'
import { useCallback, useMemo, useState } from 'react'
import type { Column } from './columns'

export type Density = 'compact' | 'comfortable'

export type TableSettings = {
  hidden: readonly string[]
  chosen: readonly string[]
  /** Keys in the user's order; other columns follow. */
  order: readonly string[]
  pinned: readonly string[]
  density: Density
}

const defaults: TableSettings = { hidden: [], chosen: [], order: [], pinned: [], density: 'compact' }

function read(key: string): TableSettings {
  try {
    return { ...defaults, ...(JSON.parse(localStore.getItem(key) ?? '{}') as Partial<TableSettings>) }
  } catch {
    return defaults
  }
}

export function useTableSettings(tableId: string) {
  const userId = useSession(state => state.user?._id ?? 'anyone')
  const key = `cascade.table.${userId}.${tableId}`
  const [settings, setSettings] = useState(() => read(key))
  const change = useCallback(
    (patch: Partial<TableSettings>) =>
      setSettings(current => {
        const next = { ...current, ...patch }
        localStore.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  const reset = useCallback(() => change(defaults), [change])
  return useMemo(() => ({ settings, change, reset }), [settings, change, reset])
}

export function orderedColumns<Row>(columns: readonly Column<Row>[], { order }: TableSettings): Column<Row>[] {
  const place = (column: Column<Row>) => {
    const index = order.indexOf(column.key)
    return index < 0 ? order.length + columns.indexOf(column) : index
  }
  return [...columns].sort((a, b) => place(a) - place(b))
}

export const isVisible = <Row>({ key, optional }: Column<Row>, { hidden, chosen }: TableSettings) =>
  optional ? chosen.includes(key) : !hidden.includes(key)

/** Makes the optional columns that the user chose regular ones. */
export const withChosen = <Row>(columns: readonly Column<Row>[], { chosen }: TableSettings): Column<Row>[] =>
  columns.map(column => (chosen.includes(column.key) ? { ...column, optional: false } : column))

/** Visible columns in the user's order, with pinned ones at the sides. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], settings: TableSettings): Column<Row>[] {
  const visible = orderedColumns(columns, settings)
    .filter(column => isVisible(column, settings))
    .map(column => (settings.pinned.includes(column.key) ? { ...column, pinned: 'left' as const } : column))
  const at = (side: 'left' | 'right' | undefined) => visible.filter(column => column.pinned === side)
  return [...at('left'), ...at(undefined), ...at('right')]
}
