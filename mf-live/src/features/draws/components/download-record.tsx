import type { DrawDocument } from '@cascade/contracts/live'
import { Button, DownloadIcon } from '@cascade/ui-kit'
import { texts } from '../../../texts'

/** Saves the record as a file that anybody can check without us. */
export function DownloadRecord({ document: record }: { document: DrawDocument }) {
  const text = texts.useText()
  const save = () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${record.record.drawId}-v${record.record.resultVersion}.json`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Button icon={<DownloadIcon />} onClick={save}>
      {text('download')}
    </Button>
  )
}
