import './shared.css'
import { roleLabels, toSearchKey } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import { useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { readQuery } from '@cascade/web-kit'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../texts'

type Props = {
  value: string
  onChange: (username: string) => void
  query?: UsersQuery
  label?: string
  placeholder?: string
}

/** Select for a user of the subtree, searched by name prefix; loads when opened. */
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
      style={{ width: 124 }}
      popupMatchSelectWidth={260}
    />
  )
}

const staleMs = 60_000

/** At most 50 users of the caller's subtree by name prefix. */
const usersQuery = (start: string) => ({
  ...readQuery(reportsApi.findAllUsers, { query: { q: start } }),
  staleTime: staleMs,
})
type UsersQuery = typeof usersQuery

/** Id of the user with this name, case-insensitive; undefined outside the caller's subtree. */
export async function findUserId(queryClient: QueryClient, username: string, query: UsersQuery = usersQuery) {
  const users = await queryClient.fetchQuery(query(username))
  return users.find(each => toSearchKey(each.username) === toSearchKey(username))?._id
}
