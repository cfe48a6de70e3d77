import type { TurnoverRow } from '@cascade/contracts/reports'
import { type Column, type ExportColumn, toExportColumns } from '@cascade/ui-kit/data'
import { Link, useLocation } from 'react-router-dom'
import { numberColumn } from '../shared/plain-table'
import { texts } from '../texts'

const { text } = texts

const points = (key: string, title: string, value: (row: TurnoverRow) => number, sortable = false) =>
  ({ key, title, value, kind: 'points', exportWidth: 15, sortable }) as const

export const turnoverColumns: readonly Column<TurnoverRow>[] = [
  {
    key: 'username',
    title: text('id'),
    value: row => row.username,
    render: row => (row.hasChildren ? <ChildrenLink row={row} /> : row.username),
    sortable: true,
    pinned: 'left',
    exportWidth: 30,
  },
  points('playPoints', text('play'), row => row.playPoints, true),
  points('winPoints', text('win'), row => row.winPoints, true),
  points('endPoints', text('end'), row => row.endPoints, true),
  points('supercom', text('sam'), row => row.supercom),
  points('distcom', text('am'), row => row.distcom),
  points('retailcom', text('m'), row => row.retailcom),
  points('usercom', text('p'), row => row.usercom),
  points('net', text('net'), row => row.net, true),
]

/** TurnoverReport.xlsx has the columns of the screen. */
export const turnoverExportColumns: readonly ExportColumn<TurnoverRow>[] = [
  numberColumn,
  ...toExportColumns(turnoverColumns),
]

/** Link to the children of an account; keeps the period. */
function ChildrenLink({ row: { id, role, username } }: { row: TurnoverRow }) {
  const search = new URLSearchParams(useLocation().search)
  for (const name of ['page', 'q']) search.delete(name)
  search.set('id', id)
  search.set('role', role)
  return <Link to={{ search: search.toString() }}>{username}</Link>
}
