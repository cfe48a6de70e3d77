import type { ListPage, ListParams, ListSource } from '@cascade/web-kit'

/** The contracts allow up to 1000. */
const pageSize = 500
/** Limited by browser memory. */
export const exportRowsMax = 200_000

export type CollectRowsProgress = (loaded: number, total: number) => void

/**
 * Rows of a file; `first` is the first page read. `cut` is set when only the newest `rows` of `of` rows are in the
 * file, or were searched.
 */
export type CollectedRows<Row, Page extends ListPage<Row> = ListPage<Row>> = {
  rows: readonly Row[]
  first: Page
  cut?: { rows: number; of: number } | undefined
}

/**
 * Loads every row of the current filter in its order, page by page, whatever page is on screen. A growing list is read
 * as of its first page.
 */
export async function collectRows<Row, Page extends ListPage<Row>>(
  source: ListSource<Row, Page>,
  params: ListParams,
  signal: AbortSignal,
  onProgress: CollectRowsProgress,
): Promise<CollectedRows<Row, Page>> {
  const rows: Row[] = []
  let first: Page | undefined
  for (let page = 1; ; page++) {
    const { until } = first ?? {}
    const answer = await source.load({ ...params, ...(until ? { until } : {}), page, size: pageSize }, signal)
    signal.throwIfAborted()
    first ??= answer
    rows.push(...answer.rows)
    onProgress(rows.length, Math.max(answer.total, rows.length))
    const isComplete = answer.rows.length < pageSize || rows.length >= answer.total
    if (isComplete) return { rows, first, cut: answer.searched }
    if (rows.length >= exportRowsMax) return { rows, first, cut: { rows: rows.length, of: answer.total } }
  }
}
