import './export.css'
import { type ListPage, type ListParams, type ListSource, messageOf } from '@cascade/web-kit'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useToasts } from '../../feedback/notices'
import { formatCount } from '../../format/format'
import { commonTexts } from '../../i18n/texts'

/** The contracts allow up to 1000. */
const pageSize = 500
/** Limited by browser memory. */
export const exportRowsMax = 200_000

type CollectRowsProgress = (loaded: number, total: number) => void

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

type Progress = { loaded: number; total: number }

/** Runs one long job at a time, with progress and cancellation. */
export function useLongJob(failed: string) {
  const toasts = useToasts()
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<Progress>()
  useEffect(() => () => running.current?.abort(), [])

  const run = useCallback(
    async (job: (signal: AbortSignal, onProgress: CollectRowsProgress) => Promise<void>) => {
      if (running.current) return
      const controller = new AbortController()
      running.current = controller
      setProgress({ loaded: 0, total: 0 })
      try {
        await job(controller.signal, (loaded, total) => setProgress({ loaded, total }))
      } catch (error) {
        if (!controller.signal.aborted) toasts.error(messageOf(error, failed))
      } finally {
        running.current = undefined
        setProgress(undefined)
      }
    },
    [toasts, failed],
  )
  return { run, cancel: () => running.current?.abort(), progress }
}

type JobProgressProps = { label: string; progress: Progress; onCancel: () => void }

export function JobProgress({ label, progress: { loaded, total }, onCancel }: JobProgressProps) {
  const text = commonTexts.useText()
  return (
    <span className="kit-export" role="status">
      <progress max={100} value={total > 0 ? Math.round((loaded / total) * 100) : 0} aria-label={label} />
      <span className="kit-tabular">
        {formatCount(loaded)} / {total > 0 ? formatCount(total) : '…'}
      </span>
      <Button size="small" onClick={onCancel}>
        {text('cancel')}
      </Button>
    </span>
  )
}
