import type { ExportColumn } from '@cascade/files'
import { type ListParams, type ListSource, serverNow, useSession } from '@cascade/web-kit'
import { Button, Dropdown, Space } from 'antd'
import { useCallback } from 'react'
import { useToasts } from '../../feedback/notices'
import { formatActor } from '../../format/actor'
import { formatCount, formatDateTime } from '../../format/format'
import { zoneLabel } from '../../format/zone'
import { defineTexts } from '../../i18n/texts'
import { DownIcon, DownloadIcon } from '../../icons/icons'
import { download } from './download'
import type { FileFormat } from './files'
import { JobProgress, useLongJob } from './long-job'

type Props<Row> = { source: ListSource<Row>; params: ListParams; exportAs: ExportFile<Row>; disabled?: boolean }

export function ExportButton<Row>({ source, params, exportAs, disabled }: Props<Row>) {
  const text = exportTexts.useText()
  const { start, cancel, progress } = useExport(source, params)
  if (progress) return <JobProgress label={text('export')} progress={progress} onCancel={cancel} />
  const defaultFormat = exportAs.file.endsWith('.csv') ? 'csv' : 'xlsx'
  const others = (['xlsx', 'csv', 'csv;'] as const).filter(format => format !== defaultFormat)
  const defaultButton = (
    <Button icon={<DownloadIcon />} disabled={disabled} onClick={() => void start(exportAs, defaultFormat)}>
      {text('export')}
    </Button>
  )
  if (!exportAs.free) return defaultButton
  return (
    <Space.Compact>
      {defaultButton}
      <Dropdown
        trigger={['click']}
        disabled={disabled}
        menu={{
          items: others.map(key => ({ key, label: text(key) })),
          onClick: ({ key }) => void start(exportAs, key as FileFormat),
        }}
      >
        <Button icon={<DownIcon />} aria-label={text('others')} title={text('others')} aria-haspopup="menu" />
      </Dropdown>
    </Space.Compact>
  )
}

export type ExportFile<Row> = {
  /** File name with extension, `.xlsx` or `.csv`. */
  file: string
  sheet?: string
  columns: readonly ExportColumn<Row>[]
  /** Offers other formats; an `.xlsx` gets a filter, sums and a note. Not for files that the specification fixes. */
  free?: boolean
}

function useExport<Row>(source: ListSource<Row>, params: ListParams) {
  const text = exportTexts.useText()
  const toasts = useToasts()
  const user = useSession(state => state.user)
  const { run, cancel, progress } = useLongJob(text('failed'))
  const start = useCallback(
    ({ file: usual, sheet = 'Sheet1', columns, free = false }: ExportFile<Row>, format: FileFormat) =>
      run(async (signal, onProgress) => {
        const { buildSheet, collectRows, makeFile } = await import('./make-export')
        const file = usual.replace(/\.\w+$/, format === 'xlsx' ? '.xlsx' : '.csv')
        const { rows, cut } = await collectRows(source, params, signal, onProgress)
        const note = cut && text('cut', { rows: formatCount(cut.rows), of: formatCount(cut.of) })
        const filter = describeFilter(params) || text('noFilter')
        const provenance = text('note', {
          filter,
          moment: `${formatDateTime(serverNow())} ${zoneLabel()}`,
          by: user ? formatActor(user) : '',
        })
        const extras = free ? { sumLabel: text('sum'), note: provenance } : undefined
        download(file, await makeFile(buildSheet(sheet, columns, rows, note, extras), format, signal))
        const done = text('exported', { count: rows.length, file })
        toasts.success(note ? `${done} ${note}` : done)
      }),
    [source, params, toasts, text, user, run],
  )
  return { start, cancel, progress }
}

const nonFilterParams = ['page', 'size', 'sort', 'order', 'until']

const describeFilter = (params: ListParams) =>
  Object.entries(params)
    .filter(([name, value]) => !nonFilterParams.includes(name) && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

const exportTexts = defineTexts('export', {
  export: 'Export',
  exported: '{count} rows written to {file}',
  others: 'Other formats',
  xlsx: 'Excel (.xlsx)',
  csv: 'CSV with commas',
  'csv;': 'CSV with semicolons and decimal commas',
  sum: 'Sum',
  note: '{filter} · {moment} · {by}',
  noFilter: 'No filter',
  cut: 'These are the newest {rows} of {of} rows.',
  failed: 'The export failed',
})
