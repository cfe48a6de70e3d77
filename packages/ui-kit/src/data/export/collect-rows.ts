import type { ListParams, ListSource } from '@cascade/web-kit'

/** Rows of one request; the contracts allow up to 1000. */
const pageSize = 500

type Progress = (loaded: number, total: number) => void

/** Every row of the current filter, in its order, page by page; the number of the page on screen does not matter. */
export async function collectRows<Row>(
  source: ListSource<Row>,
  params: ListParams,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const answer = await source.load({ ...params, page, size: pageSize }, signal)
    signal.throwIfAborted()
    rows.push(...answer.rows)
    onProgress(rows.length, Math.max(answer.total, rows.length))
    if (answer.rows.length < pageSize || rows.length >= answer.total) return rows
  }
}
