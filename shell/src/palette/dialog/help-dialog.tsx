/// <reference path="../../css.d.ts" />
import './help.css'
import { type ReactNode, useId } from 'react'
import { paletteKeys } from '../mod-key'
import { closeDialog } from '../open-dialog'
import { usePaletteSettings } from '../palette-settings'
import type { Screen } from '../screens'
import { paletteTexts } from '../texts'
import { CloseButton } from './close-button'
import { Modal } from './modal'

/** Every shortcut of the page, and the switch that turns those of a single key off. */
export function HelpDialog({ screens }: { screens: readonly Screen[] }) {
  const text = paletteTexts.useText()
  const { singleKeys, setSingleKeys } = usePaletteSettings()
  const id = useId()
  const withLetter = screens.filter(screen => screen.shortcut !== undefined)
  return (
    <Modal label={text('shortcuts')} className="p-help" onClose={closeDialog}>
      <header className="p-help-head">
        <h2>{text('shortcuts')}</h2>
        <CloseButton />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing else that takes the focus */}
      <div className="p-help-body" tabIndex={0}>
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
        <Keys title={text('screens')} wide>
          {withLetter.map(({ path, label, shortcut }) => (
            <Line key={path} keys={['g']} next={shortcut} label={label} off={!singleKeys} />
          ))}
        </Keys>
      </div>
      <footer className="p-help-foot">
        <label htmlFor={id}>
          <strong>{text('singleKeys')}</strong>
          <span>{text('singleKeysNote', { key: paletteKeys().join(' ') })}</span>
        </label>
        <input
          id={id}
          className="p-switch"
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
  const cap = (key: string) => (
    <kbd key={key} className="p-key">
      {key}
    </kbd>
  )
  return (
    <div data-off={off || undefined}>
      <dt>{label}</dt>
      <dd className="p-keys">
        {keys.map(cap)}
        {next !== undefined && (
          <>
            {paletteTexts.text('goThen')} {cap(next)}
          </>
        )}
      </dd>
    </div>
  )
}
