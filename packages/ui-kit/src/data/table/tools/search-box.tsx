import './search-box.css'
import type { ListState } from '@cascade/web-kit'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SearchIcon } from '../../../icons/icons'
import { tableTexts } from '../table-texts'

type Props = { list: Pick<ListState, 'q' | 'typeSearch' | 'setSearch'>; placeholder?: string }

/** The search of a list. The address takes every key, so that a user who goes on at once finds it with Back. */
export function SearchBox({ list: { q, typeSearch, setSearch }, placeholder }: Props) {
  const text = tableTexts.useText()
  const [typed, setTyped] = useState(q)
  /** Searches that are on their way into the address, oldest first. */
  const underWay = useRef<string[]>([])
  useEffect(() => {
    const at = underWay.current.indexOf(q)
    const isLast = q === underWay.current.at(-1)
    underWay.current = at < 0 || isLast ? [] : underWay.current.slice(at + 1)
    // Not typed here: Back, or filters that were cleared.
    if (at < 0) setTyped(q)
  }, [q])

  const type = (next: string) => {
    setTyped(next)
    const search = next.trim()
    if (search === (underWay.current.at(-1) ?? q)) return
    underWay.current.push(search)
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
