import './tools.css'
import type { ListState } from '@cascade/web-kit'
import { Button, Input, Popover } from 'antd'
import { type KeyboardEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../../icons/icons'
import { InSheet } from '../phone/sheet'
import { tableTexts } from './table-texts'

type Props = { list: Pick<ListState, 'q' | 'typeSearch' | 'setSearch'>; placeholder?: string }

/** Search box of a list. Every keystroke goes into the address, so that Back restores the search. */
export function SearchBox({ list: { q, typeSearch, setSearch }, placeholder }: Props) {
  const text = tableTexts.useText()
  const [typed, setTyped] = useState(q)
  /** Searches not yet reflected in the address, oldest first. */
  const pendingSearches = useRef<string[]>([])
  useEffect(() => {
    const at = pendingSearches.current.indexOf(q)
    const isLast = q === pendingSearches.current.at(-1)
    pendingSearches.current = at < 0 || isLast ? [] : pendingSearches.current.slice(at + 1)
    // Not typed here: Back, or cleared filters.
    if (at < 0) setTyped(q)
  }, [q])

  const type = (next: string) => {
    setTyped(next)
    const search = next.trim()
    if (search === (pendingSearches.current.at(-1) ?? q)) return
    pendingSearches.current.push(search)
    if (search === '') setSearch(search)
    else typeSearch(search)
  }
  return (
    <Input
      className="kit-search"
      type="search"
      allowClear
      maxLength={100}
      prefix={<SearchIcon />}
      value={typed}
      placeholder={placeholder ?? text('search')}
      aria-label={placeholder ?? text('search')}
      onChange={event => type(event.target.value)}
      onPressEnter={() => setSearch(typed.trim())}
    />
  )
}

type PopoverButtonProps = {
  label: string
  icon: ReactNode
  /** Panel content; Escape closes it if it forwards its keys to `onKeyDown`. */
  panel: (closing: { close: () => void; onKeyDown: (event: KeyboardEvent) => void }) => ReactNode
}

/** Toolbar icon that opens a panel. Focus returns to the icon when the panel closes. */
export function PopoverButton({ label, icon, panel }: PopoverButtonProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && open) close()
  }
  if (use(InSheet)) {
    return (
      <>
        <Button ref={button} icon={icon} aria-expanded={open} onClick={() => setOpen(!open)}>
          {label}
        </Button>
        {open && panel({ close, onKeyDown: () => undefined })}
      </>
    )
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={panel({ close, onKeyDown })}
    >
      <Button ref={button} icon={icon} aria-label={label} title={label} aria-expanded={open} onKeyDown={onKeyDown} />
    </Popover>
  )
}
