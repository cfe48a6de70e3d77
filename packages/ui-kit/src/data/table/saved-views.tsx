import './saved-views.css'
import { Button, Input } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { DefaultIcon, ViewsIcon } from '../../icons/data-icons'
import { DeleteIcon } from '../../icons/icons'
import { PopoverButton } from './popover-button'
import type { TableSettings } from './table-settings'
import { tableTexts } from './table-texts'

/** A search, filters, order and size under a name: what the address says behind `?`, without the page. */
export type SavedView = { name: string; search: string }

/** As many as a person still tells apart. */
const mostViews = 20
const longestNameChars = 40

type Props = { settings: TableSettings; onChange: (patch: Partial<TableSettings>) => void }

/** Views that the user saved of this list; the one that is the default is taken where the address says nothing. */
export function SavedViews({ settings, onChange }: Props) {
  const text = tableTexts.useText()
  useDefaultView(settings)
  return (
    <PopoverButton
      label={text('views')}
      icon={<ViewsIcon />}
      panel={closing => <Views settings={settings} onChange={onChange} {...closing} />}
    />
  )
}

type ViewsProps = Props & { close: () => void; onKeyDown: (event: KeyboardEvent) => void }

function Views({ settings: { views, defaultView }, onChange, close, onKeyDown }: ViewsProps) {
  const text = tableTexts.useText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [name, setName] = useState('')
  const present = viewedOf(search)
  const save = () => {
    const called = name.trim()
    if (called === '') return
    const others = views.filter(view => view.name !== called)
    onChange({ views: [...others, { name: called, search: present }].slice(-mostViews) })
    setName('')
  }
  const remove = (gone: string) =>
    onChange({
      views: views.filter(view => view.name !== gone),
      ...(defaultView === gone ? { defaultView: undefined } : {}),
    })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the controls inside
    <div className="kit-views" onKeyDown={onKeyDown}>
      {views.length === 0 && <p>{text('noViews')}</p>}
      <ul>
        {views.map(view => (
          <li key={view.name}>
            <Button
              type={view.search === present ? 'primary' : 'text'}
              size="small"
              onClick={() => {
                close()
                void navigate({ search: view.search })
              }}
            >
              {view.name}
            </Button>
            <Button
              type={defaultView === view.name ? 'link' : 'text'}
              size="small"
              icon={<DefaultIcon />}
              aria-pressed={defaultView === view.name}
              aria-label={text('openWith', { name: view.name })}
              title={text('openWith', { name: view.name })}
              onClick={() => onChange({ defaultView: defaultView === view.name ? undefined : view.name })}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteIcon />}
              aria-label={text('removeView', { name: view.name })}
              onClick={() => remove(view.name)}
            />
          </li>
        ))}
      </ul>
      <div className="kit-views-save">
        <Input
          size="small"
          value={name}
          maxLength={longestNameChars}
          placeholder={text('viewName')}
          aria-label={text('viewName')}
          onChange={event => setName(event.target.value)}
          onPressEnter={save}
        />
        <Button size="small" disabled={name.trim() === ''} onClick={save}>
          {text('saveView')}
        </Button>
      </div>
    </div>
  )
}

/** Once, when the list opens: who clears the filters afterwards wants to see everything. */
function useDefaultView({ views, defaultView }: TableSettings): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const view = views.find(each => each.name === defaultView)
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    if (view && search === '' && view.search !== '') void navigate({ search: view.search }, { replace: true })
  }, [view, search, navigate])
}

function viewedOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
