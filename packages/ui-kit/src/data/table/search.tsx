import './tools.css'
import type { ListState } from '@cascade/web-kit'
import { Button, Input, Popover } from 'antd'
import { type KeyboardEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../../icons/icons'
import { InSheet } from '../phone/sheet'
import { tableTexts } from './table-texts'

type Props = { list: Pick<ListState, 'q' | 'typeSearch' | 'setSearch'>; placeholder?: string }

/** The search of a list. The address takes every key, so that a user who goes on at once finds it with Back. */
export function SearchBox({ list: { q, typeSearch, setSearch }, placeholder }: Props) {
  const text = tableTexts.useText()
  const [typed, setTyped] = useState(q)
  /** Searches that are on their way into the address, oldest first. */
  const pendingSearches = useRef<string[]>([])
  useEffect(() => {
    const at = pendingSearches.current.indexOf(q)
    const isLast = q === pendingSearches.current.at(-1)
    pendingSearches.current = at < 0 || isLast ? [] : pendingSearches.current.slice(at + 1)
    // Not typed here: Back, or filters that were cleared.
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
  /** What opens; Escape pressed in it closes it, as long as it hands its keys to `onKeyDown`. */
  panel: (closing: { close: () => void; onKeyDown: (event: KeyboardEvent) => void }) => ReactNode
}

/** A tool of a table: an icon that opens a panel. When that closes by key or by choice, the focus is back on the icon. */
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
