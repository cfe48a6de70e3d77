import './export.css'
import { type ListParams, type ListSource, messageOf, useSession } from '@cascade/web-kit'
import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useToasts } from '../../feedback/notices'
import { formatCount, formatDateTime } from '../../format/format'
import { zoneLabel } from '../../format/zone'
import { defineTexts } from '../../i18n/texts'
import { DownloadIcon } from '../../icons/icons'
import { download, makeFile } from './files'
import { type ExportColumn, sheetOf } from './sheet'

type Props<Row> = { source: ListSource<Row>; params: ListParams; exportAs: ExportFile<Row>; disabled?: boolean }

/** Export of the current filter; while it runs it shows how far it is, and Cancel. */
export function ExportButton<Row>({ source, params, exportAs, disabled }: Props<Row>) {
  const text = exportTexts.useText()
  const { start, cancel, progress } = useExport(source, params)
  if (!progress) {
    const asCsv = { ...exportAs, file: exportAs.file.replace(/\.xlsx$/, '.csv') }
    return (
      <>
        <Button icon={<DownloadIcon />} disabled={disabled} onClick={() => void start(exportAs)}>
          {text('export')}
        </Button>
        {exportAs.free && (
          <Button disabled={disabled} onClick={() => void start(asCsv)}>
            {text('csv')}
          </Button>
        )}
      </>
    )
  }
  const share = progress.total > 0 ? Math.round((progress.loaded / progress.total) * 100) : 0
  return (
    <span className="kit-export" role="status">
      <progress max={100} value={share} aria-label={text('export')} />
      <span className="kit-tabular">
        {formatCount(progress.loaded)} / {progress.total > 0 ? formatCount(progress.total) : '…'}
      </span>
      <Button size="small" onClick={cancel}>
        {text('cancel')}
      </Button>
    </span>
  )
}

export type ExportFile<Row> = {
  /** Name with its ending, `.xlsx` or `.csv`. */
  file: string
  sheet?: string
  columns: readonly ExportColumn<Row>[]
  /** Nobody fixed the sheet: it gets a filter, sums and a note, and a `.csv` beside. */
  free?: boolean
}

type Progress = { loaded: number; total: number }

/** Writes all rows of a filter into a file; one at a time, with progress, and it can be cancelled. */
export function useExport<Row>(source: ListSource<Row>, params: ListParams) {
  const text = exportTexts.useText()
  const toasts = useToasts()
  const by = useSession(state => state.user?.username ?? '')
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<Progress>()
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async ({ file, sheet = 'Sheet1', columns, free = false }: ExportFile<Row>) => {
      if (running.current) return
      const controller = new AbortController()
      running.current = controller
      setProgress({ loaded: 0, total: 0 })
      try {
        const { rows, cut } = await collectRows(source, params, controller.signal, (loaded, total) =>
          setProgress({ loaded, total }),
        )
        const note = cut && text('cut', { rows: formatCount(cut.rows), of: formatCount(cut.of) })
        const filter = filterOf(params) || text('noFilter')
        const made = text('note', { filter, moment: `${formatDateTime(new Date())} ${zoneLabel()}`, by })
        const extras = free ? { sumLabel: text('sum'), note: made } : undefined
        download(file, await makeFile(file, sheetOf(sheet, columns, rows, note, extras), controller.signal))
        const done = text('exported', { count: rows.length, file })
        toasts.success(note ? `${done} ${note}` : done)
      } catch (error) {
        if (!controller.signal.aborted) toasts.error(messageOf(error, text('failed')))
      } finally {
        running.current = undefined
        setProgress(undefined)
      }
    },
    [source, params, toasts, text, by],
  )
  return { start, cancel: () => running.current?.abort(), progress }
}

const notFilters = ['page', 'size', 'sort', 'order', 'until']

/** What the rows were chosen by, as the address has it. */
const filterOf = (params: ListParams) =>
  Object.entries(params)
    .filter(([name, value]) => !notFilters.includes(name) && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

/** Rows of one request; the contracts allow up to 1000. */
const pageSize = 500
/** What a browser can hold and a spreadsheet is still read for. */
export const exportedMost = 200_000

type CollectRowsProgress = (loaded: number, total: number) => void

/** What goes into a file; `cut` says of how many rows these are the newest, or the only ones that were searched. */
type CollectedRows<Row> = { rows: Row[]; cut?: { rows: number; of: number } | undefined }

/**
 * Every row of the current filter, in its order, page by page; the number of the page on screen does not matter. Lists
 * that grow meanwhile are collected as they were when the first page was read.
 */
export async function collectRows<Row>(
  source: ListSource<Row>,
  params: ListParams,
  signal: AbortSignal,
  onProgress: CollectRowsProgress,
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

const exportTexts = defineTexts('export', {
  export: 'Export',
  cancel: 'Cancel',
  exported: '{count} rows written to {file}',
  csv: 'CSV',
  sum: 'Sum',
  note: '{filter} · {moment} · {by}',
  noFilter: 'No filter',
  cut: 'These are the newest {rows} of {of} rows.',
  failed: 'The export failed',
})
