import type { ListSource } from '@cascade/web-kit'

/** Everything, for an export. */
export const wholeFile = { page: 1, size: 500 }

/** Rows that are at hand as a list that can be exported. */
export const rowsSource = <Row>(key: string, rows: readonly Row[]): ListSource<Row> => ({
  key: [key],
  load: async ({ page, size }) => ({ rows: rows.slice((page - 1) * size, page * size), total: rows.length }),
})
