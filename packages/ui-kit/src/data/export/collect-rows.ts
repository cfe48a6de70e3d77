import type { ListParams, ListSource } from '@cascade/web-kit'

/** Rows of one request; the contracts allow up to 1000. */
const pageSize = 500
/** What a browser can hold and a spreadsheet is still read for. */
export const exportedMost = 200_000

type Progress = (loaded: number, total: number) => void

/** What goes into a file; `cut` says of how many rows these are the newest, or the only ones that were searched. */
export type CollectedRows<Row> = { rows: Row[]; cut?: { rows: number; of: number } | undefined }

/**
 * Every row of the current filter, in its order, page by page; the number of the page on screen does not matter. Lists
 * that grow meanwhile are collected as they were when the first page was read.
 */
export async function collectRows<Row>(
  source: ListSource<Row>,
  params: ListParams,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<CollectedRows<Row>> {
  const rows: Row[] = []
  let until: string | undefined
  for (let page = 1; ; page++) {
    const answer = await source.load({ ...params, ...(until ? { until } : {}), page, size: pageSize }, signal)
    signal.throwIfAborted()
    until ??= answer.until
    rows.push(...answer.rows)
    onProgress(rows.length, Math.max(answer.total, rows.length))
    const isWhole = answer.rows.length < pageSize || rows.length >= answer.total
    if (isWhole) return { rows, cut: answer.searched }
    if (rows.length >= exportedMost) return { rows, cut: { rows: rows.length, of: answer.total } }
  }
}
