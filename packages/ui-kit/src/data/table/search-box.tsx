import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { tableTexts } from './table-texts'

/** Time after the last key until the list is asked. */
const debounce = 300

type Props = { value: string; onSearch: (q: string) => void; placeholder?: string }

export function SearchBox({ value, onSearch, placeholder }: Props) {
  const text = tableTexts.useText()
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back and cleared filters change the value from outside.
  useEffect(() => setTyped(value), [value])

  const type = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim()), next === '' ? 0 : debounce)
  }
  return (
    <Input
      className="c-search"
      type="search"
      allowClear
      maxLength={100}
      prefix={<SearchOutlined />}
      value={typed}
      placeholder={placeholder ?? text('search')}
      aria-label={placeholder ?? text('search')}
      onChange={event => type(event.target.value)}
      onPressEnter={() => {
        clearTimeout(timer.current)
        onSearch(typed.trim())
      }}
    />
  )
}
