import './tools.css'
import { type SavedView, savedViewApi } from '@cascade/contracts/accounts'
import { messageOf, useMayCall } from '@cascade/web-kit'
import { Button, Input } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ErrorState, PageSpinner } from '../../feedback/states'
import { DefaultIcon, ViewsIcon } from '../../icons/data-icons'
import { DeleteIcon, TeamIcon } from '../../icons/icons'
import { PopoverButton } from './search'
import { tableTexts } from './table-texts'
import { useViewCommands, useViews, type Views } from './views'

const nameLengthMax = 40

export function SavedViews({ list }: { list: string }) {
  const text = tableTexts.useText()
  return (
    <PopoverButton
      label={text('views')}
      icon={<ViewsIcon />}
      panel={closing => <ViewsPanel list={list} {...closing} />}
    />
  )
}

type Closing = { close: () => void; onKeyDown: (event: KeyboardEvent) => void }

function ViewsPanel({ list, close, onKeyDown }: Closing & { list: string }) {
  const views = useViews(list, true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the controls inside
    <div className="kit-views" onKeyDown={onKeyDown}>
      <ViewList views={views} list={list} close={close} />
    </div>
  )
}

type ViewListProps = { views: Views; list: string; close: () => void }

function ViewList({ views: { present, error, retry }, list, close }: ViewListProps) {
  const text = tableTexts.useText()
  const commands = useViewCommands(list)
  const mayChange = useMayCall(savedViewApi.create)
  const { search } = useLocation()
  const [failure, setFailure] = useState<string>()
  const currentSearch = toViewSearch(search)
  const run = (change: Promise<unknown>) => {
    setFailure(undefined)
    change.catch((thrown: unknown) => setFailure(messageOf(thrown, text('viewFailed'))))
  }
  if (!present) return error ? <ErrorState error={error} onRetry={retry} /> : <PageSpinner />
  const save = (name: string) => {
    const before = present.find(view => view.own && view.name === name)
    run(before ? commands.change({ ...before, search: currentSearch }) : commands.create(name, currentSearch))
  }
  return (
    <>
      {present.length === 0 && <p>{text('noViews')}</p>}
      <ul>
        {present.map(view => (
          <ViewRow key={view._id} view={view} isActive={view.search === currentSearch} close={close}>
            {mayChange && (
              <Toggle
                on={view.isDefault}
                icon={<DefaultIcon />}
                label={text('openWith', { name: view.name })}
                onChange={on => run(commands.openWith(on ? view._id : null))}
              />
            )}
            {mayChange && view.own && (
              <>
                <Toggle
                  on={view.shared}
                  icon={<TeamIcon />}
                  label={text('shareView', { name: view.name })}
                  onChange={shared => run(commands.change({ ...view, shared }))}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteIcon />}
                  aria-label={text('removeView', { name: view.name })}
                  onClick={() => run(commands.remove(view))}
                />
              </>
            )}
          </ViewRow>
        ))}
      </ul>
      {failure && <p role="alert">{failure}</p>}
      {mayChange && <SaveView onSave={save} />}
    </>
  )
}

type RowProps = { view: SavedView; isActive: boolean; close: () => void; children: ReactNode }

function ViewRow({ view, isActive, close, children }: RowProps) {
  const text = tableTexts.useText()
  const navigate = useNavigate()
  const choose = () => {
    close()
    void navigate({ search: view.search })
  }
  return (
    <li>
      <Button type={isActive ? 'primary' : 'text'} size="small" onClick={choose}>
        {view.name}
      </Button>
      {!view.own && <small>{text('sharedBy', { name: view.by })}</small>}
      {children}
    </li>
  )
}

type ToggleProps = { on: boolean; icon: ReactNode; label: string; onChange: (on: boolean) => void }

const Toggle = ({ on, icon, label, onChange }: ToggleProps) => (
  <Button
    icon={icon}
    type={on ? 'link' : 'text'}
    size="small"
    title={label}
    aria-pressed={on}
    aria-label={label}
    onClick={() => onChange(!on)}
  />
)

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const text = tableTexts.useText()
  const [name, setName] = useState('')
  const save = () => {
    if (name.trim() === '') return
    onSave(name.trim())
    setName('')
  }
  return (
    <div className="kit-views-save">
      <Input
        size="small"
        value={name}
        maxLength={nameLengthMax}
        placeholder={text('viewName')}
        aria-label={text('viewName')}
        onChange={event => setName(event.target.value)}
        onPressEnter={save}
      />
      <Button size="small" disabled={name.trim() === ''} onClick={save}>
        {text('saveView')}
      </Button>
    </div>
  )
}

/** Applies the default view once, if the address has no search or filters: later clearing or searching is respected. */
export function useOpeningView(list: string): void {
  const opening = useViews(list, false).opening?.search
  const navigate = useNavigate()
  const { search } = useLocation()
  const done = useRef(false)
  useEffect(() => {
    if (toViewSearch(search) !== '') done.current = true
    if (done.current || opening === undefined) return
    done.current = true
    if (opening !== '') void navigate({ search: opening }, { replace: true })
  }, [opening, search, navigate])
}

function toViewSearch(search: string): string {
  const params = new URLSearchParams(search)
  // The moment is shared by all screens and not part of a view.
  for (const name of ['page', 'asOf']) params.delete(name)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
