import '../palette.css'
import './dialog.css'
import { BackIcon, Button, commonTexts, SearchIcon } from '@cascade/ui-kit'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RemoteLoader } from '../../remotes/remote-loader'
import { Modal, moveCaretToEnd } from '../modal'
import { closeDialog, useOpenDialog, usePaletteSettings } from '../palette-state'
import type { Bases, Screen } from '../screens'
import { paletteTexts } from '../texts'
import { CloseButton, KeyHints } from './dialog-frame'
import type { FoundAccount, Item } from './items'
import { optionId, Results } from './results'
import { useSections } from './sections'

type Props = { screens: readonly Screen[]; bases: Bases; loader: RemoteLoader }

export function PaletteDialog({ screens, bases, loader }: Props) {
  const text = paletteTexts.useText()
  const navigate = useNavigate()
  const { remember } = usePaletteSettings()
  const listId = useId()
  const [typed, setTyped] = useState(() => useOpenDialog.getState().typed)
  const [account, setAccount] = useState<FoundAccount>()
  const [pointedId, setPointedId] = useState('')
  const { sections, search } = useSections({ typed, screens, bases, account })
  const items = sections.flatMap(section => section.items)
  const active = items.find(item => item.id === pointedId) ?? items[0]

  const { preload } = loader
  const remoteId = active?.remoteId
  useEffect(() => {
    if (remoteId !== undefined) preload(remoteId)
  }, [preload, remoteId])

  const type = (next: string) => {
    setTyped(next)
    setPointedId('')
  }
  const show = (next: FoundAccount | undefined) => {
    setAccount(next)
    type('')
  }
  const choose = (item: Item) => {
    closeDialog()
    if (item.remember) remember(item.remember)
    item.run?.()
    if (item.to !== undefined) void navigate(item.to)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const done = keyOf(event)
    if (!done) return
    event.preventDefault()
    done()
  }
  const move = (by: number) => {
    const index = active ? items.indexOf(active) : -1
    setPointedId(items[(index + by + items.length) % items.length]?.id ?? '')
  }
  /** Action of a key; undefined leaves it to the field and the dialog. */
  function keyOf({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    if (key === 'ArrowDown') return () => move(1)
    if (key === 'ArrowUp') return () => move(-1)
    if (key === 'Enter') return () => active && choose(active)
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return closeDialog
    const isAtEnd = currentTarget.selectionStart === typed.length
    if (key === 'ArrowRight' && isAtEnd && active?.account) return () => show(active.account)
    const leaves = key === 'Escape' || (typed === '' && (key === 'Backspace' || key === 'ArrowLeft'))
    if (account && leaves) return () => show(undefined)
    return undefined
  }

  const nothing = items.length === 0 && !search.pending && !search.error
  const count = items.length === 1 ? text('foundOne') : text('found', { count: items.length })
  return (
    <Modal label={text('search')} className="shell-palette-search" onClose={closeDialog}>
      <div className="shell-palette-field" data-busy={search.pending || undefined}>
        {account ? (
          <Button type="text" icon={<BackIcon />} aria-label={text('back')} onClick={() => show(undefined)} />
        ) : (
          <SearchIcon />
        )}
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog opens to be typed into
          autoFocus
          onFocus={moveCaretToEnd}
          key={account?.id}
          type="text"
          role="combobox"
          aria-label={text('search')}
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listId, active)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={64}
          value={typed}
          placeholder={account ? text('placeholderActions', account) : text('placeholder')}
          onChange={event => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <CloseButton />
      </div>
      <Results
        listId={listId}
        sections={sections}
        active={active}
        pending={search.pending}
        onPoint={item => setPointedId(item.id)}
        onChoose={choose}
        onActions={show}
      />
      {search.error !== null && (
        <div className="shell-palette-note" role="alert">
          {text('searchFailed')}
          <Button size="small" onClick={search.retry}>
            {commonTexts.text('retry')}
          </Button>
        </div>
      )}
      {search.pending && items.length === 0 && <p className="shell-palette-note">{text('searching')}</p>}
      {nothing && (
        <div className="shell-palette-nothing">
          <strong>{text('nothing', { q: typed.trim() })}</strong>
          <p>{text('nothingNote')}</p>
        </div>
      )}
      <span className="kit-sr-only" role="status">
        {search.pending ? text('searching') : count}
      </span>
      <KeyHints inside={account !== undefined} hasActions={active?.account !== undefined} />
    </Modal>
  )
}
