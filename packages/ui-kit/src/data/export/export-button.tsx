import './export-button.css'
import type { ListParams, ListSource } from '@cascade/web-kit'
import { Button } from 'antd'
import { formatCount } from '../../format/format'
import { DownloadIcon } from '../../icons/icons'
import { exportTexts } from './export-texts'
import { type ExportFile, useExport } from './use-export'

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
