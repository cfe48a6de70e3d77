import { Tooltip } from '@cascade/ui-kit'
import { Switch } from '@cascade/ui-kit/forms'
import { useLiveSettings } from '../../../shared/live-settings'
import { texts } from '../../../texts'

/** Turns choosing by keyboard on and off, and says how it goes. */
export function KeysSwitch() {
  const text = texts.useText()
  const { keys, setKeys } = useLiveSettings()
  return (
    <Tooltip title={text('keysHelp')}>
      <span className="live-keys">
        <Switch size="small" checked={keys} onChange={setKeys} aria-label={text('keys')} /> {text('keys')}
      </span>
    </Tooltip>
  )
}
