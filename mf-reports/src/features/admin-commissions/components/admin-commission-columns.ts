import type { AdminCommissionRow } from '@cascade/contracts/reports'
import { type Column, type ExportColumn, exportColumnsOf } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'

const { text } = texts
const points = { kind: 'points', sortable: true, exportWidth: 15 } as const

export const adminCommissionColumns: readonly Column<AdminCommissionRow>[] = [
  { key: 'gameId', title: text('gameId'), value: row => row.gameId, exportWidth: 20 },
  { key: 'gameName', title: text('gameName'), value: row => row.gameName, sortable: true, exportWidth: 20 },
  { key: 'username', title: text('username'), value: row => row.username, sortable: true, exportWidth: 30 },
  { key: 'commission', title: text('commissionAmount'), value: row => row.commission, ...points },
  { key: 'totalpoints', title: text('totalPoints'), value: row => row.totalpoints, ...points },
  { key: 'totalwinpoints', title: text('totalWinPoints'), value: row => row.totalwinpoints, ...points },
]

/** AdminCommissionData.xlsx: the columns of the screen. */
export const adminCommissionExportColumns: readonly ExportColumn<AdminCommissionRow>[] =
  exportColumnsOf(adminCommissionColumns)
