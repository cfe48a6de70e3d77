import './dialog.css'
import { type ReactNode, useId } from 'react'
import { Key, Modal, paletteKeys } from '../modal'
import { closeDialog, useManual, usePaletteSettings } from '../palette-state'
import type { Screen } from '../screens'
import { paletteTexts } from '../texts'
import { CloseButton } from './dialog-frame'

export function HelpDialog({ screens }: { screens: readonly Screen[] }) {
  const text = paletteTexts.useText()
  const { singleKeys, setSingleKeys } = usePaletteSettings()
  const { address } = useManual()
  const id = useId()
  const withLetter = screens.filter(screen => screen.shortcut !== undefined)
  return (
    <Modal label={text('shortcuts')} className="shell-palette-help" onClose={closeDialog}>
      <header className="shell-palette-help-head">
        <h2>{text('shortcuts')}</h2>
        {address && (
          <a href={address} target="_blank" rel="noreferrer">
            {text('manual')}
          </a>
        )}
        <CloseButton />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, without other focusable content */}
      <div className="shell-palette-help-body" tabIndex={0}>
        <Keys title={text('anywhere')}>
          <Line keys={paletteKeys()} label={text('openSearch')} />
          <Line keys={['/']} label={text('focusSearch')} off={!singleKeys} />
          <Line keys={['?']} label={text('openHelp')} off={!singleKeys} />
        </Keys>
        <Keys title={text('inSearch')}>
          <Line keys={['↑', '↓']} label={text('chooseResult')} />
          <Line keys={['↵']} label={text('openResult')} />
          <Line keys={['→']} label={text('accountActions')} />
          <Line keys={['esc']} label={text('backOrClose')} />
        </Keys>
        <Keys title={text('inList')}>
          <Line keys={['↓']} label={text('intoList')} />
          <Line keys={['j', 'k']} label={text('nextRow')} />
          <Line keys={['t']} label={text('giveCredit')} />
          <Line keys={['b']} label={text('takeCredit')} />
          <Line keys={['e']} label={text('editRow')} />
          <Line keys={['x']} label={text('selectRow')} />
          <Line keys={['s']} label={text('openFilters')} />
        </Keys>
        <Keys title={text('screens')} wide>
          {withLetter.map(({ path, label, shortcut }) => (
            <Line key={path} keys={['g']} next={shortcut} label={label} off={!singleKeys} />
          ))}
        </Keys>
      </div>
      <footer className="shell-palette-help-foot">
        <label htmlFor={id}>
          <strong>{text('singleKeys')}</strong>
          <span>{text('singleKeysNote', { key: paletteKeys().join(' ') })}</span>
        </label>
        <input
          id={id}
          className="shell-palette-switch"
          type="checkbox"
          role="switch"
          checked={singleKeys}
          aria-checked={singleKeys}
          onChange={event => setSingleKeys(event.target.checked)}
        />
      </footer>
    </Modal>
  )
}

function Keys({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section data-wide={wide}>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  )
}

type LineProps = { keys: readonly string[]; next?: string; label: string; off?: boolean }

function Line({ keys, next, label, off }: LineProps) {
  return (
    <div data-off={off || undefined}>
      <dt>{label}</dt>
      <dd className="shell-palette-keys">
        {keys.map(key => (
          <Key key={key}>{key}</Key>
        ))}
        {next !== undefined && (
          <>
            {paletteTexts.text('goThen')} <Key>{next}</Key>
          </>
        )}
      </dd>
    </div>
  )
}
