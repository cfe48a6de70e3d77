import { type ListParams, type ListSource, messageOf, useSession } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useToasts } from '../../feedback/use-toasts'
import { formatCount, formatDateTime } from '../../format/format'
import { collectRows } from './collect-rows'
import { exportTexts } from './export-texts'
import { download, makeFile } from './make-file'
import { type ExportColumn, sheetOf } from './sheet'

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
        const made = text('note', { filter, moment: formatDateTime(new Date()), by })
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
