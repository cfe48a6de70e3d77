import './user-filter.css'
import { roleLabels } from '@cascade/contracts'
import { useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts'
import { type UsersQuery, usersQuery } from '../api/users-query'

type Props = {
  value: string
  onChange: (username: string) => void
  /** Where users are looked for. */
  query?: UsersQuery
  label?: string
  placeholder?: string
}

/** A user of the subtree, found by typing the beginning of the name; users are read when it is opened. */
export function UserFilter({ value, onChange, query = usersQuery, label, placeholder }: Props) {
  const text = texts.useText()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const start = useDebounced(typed.trim())
  const users = useQuery({ ...query(start), enabled: opened, placeholderData: keepPreviousData })
  const options = (users.data ?? []).map(({ username, role }) => ({ value: username, label: username, role }))
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      value={value || undefined}
      options={options}
      optionRender={({ data }) => (
        <span className="reports-user-option">
          <span>{data.label}</span>
          <small>{roleLabels[data.role]}</small>
        </span>
      )}
      loading={users.isFetching}
      placeholder={placeholder ?? text('allUsers')}
      aria-label={label ?? text('user')}
      notFoundContent={users.isSuccess ? text('noUsers') : null}
      onOpenChange={open => {
        if (open) setOpened(true)
        else setTyped('')
      }}
      onChange={username => onChange(username ?? '')}
      style={{ width: 190 }}
      popupMatchSelectWidth={260}
    />
  )
}
