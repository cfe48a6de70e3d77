import type { ListSource } from '@cascade/web-kit'

export const exportPage = { page: 1, size: 500 }

/** List source of rows in memory, for exports. */
export const rowsSource = <Row>(key: string, rows: readonly Row[]): ListSource<Row> => ({
  key: [key],
  load: async ({ page, size }) => ({ rows: rows.slice((page - 1) * size, page * size), total: rows.length }),
})
