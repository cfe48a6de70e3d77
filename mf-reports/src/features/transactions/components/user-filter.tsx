import { roleLabels } from '@cascade/contracts'
import { Select } from '@cascade/ui-kit/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportsTexts } from '../../../texts'
import { findUsersQuery } from '../api/find-users'
import { useDebounced } from '../use-debounced'

type Props = { value: string; onChange: (username: string) => void }

/** Time after the last key until users are looked for, in milliseconds. */
const debounce = 300

/** A user of the subtree, found by typing the beginning of the name; users are read when it is opened. */
export function UserFilter({ value, onChange }: Props) {
  const text = reportsTexts.useText()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const start = useDebounced(typed.trim(), debounce)
  const users = useQuery({ ...findUsersQuery(start), enabled: opened, placeholderData: keepPreviousData })
  const options = (users.data ?? []).map(({ username, role }) => ({ value: username, label: username, role }))
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      value={value || undefined}
      options={options}
      optionRender={({ data }) => (
        <span className="rp-user-option">
          <span>{data.label}</span>
          <small>{roleLabels[data.role]}</small>
        </span>
      )}
      loading={users.isFetching}
      placeholder={text('allUsers')}
      aria-label={text('user')}
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
