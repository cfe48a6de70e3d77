import './tools.css'
import { SettingsIcon } from '../../icons/data-icons'
import { lazyWithRetry } from '../../remote/page-routes'
import { RemoteBoundary } from '../../remote/remote-boundary'
import { PopoverButton } from './search'
import type { ColumnSettingsProps } from './settings-panel'
import { tableTexts } from './table-texts'

/** The cast restores the row type. */
const SettingsPanel = lazyWithRetry(async () => ({
  default: (await import('./settings-panel')).SettingsPanel,
})) as unknown as typeof import('./settings-panel').SettingsPanel

export function ColumnSettings<Row>(props: ColumnSettingsProps<Row>) {
  const text = tableTexts.useText()
  return (
    <PopoverButton
      label={text('columns')}
      icon={<SettingsIcon />}
      panel={({ onKeyDown }) => (
        <RemoteBoundary>
          <SettingsPanel {...props} onKeyDown={onKeyDown} />
        </RemoteBoundary>
      )}
    />
  )
}
