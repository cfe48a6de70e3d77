import type { AccountRole } from '@cascade/contracts'
import { useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { referencesQuery } from '../../../shared/account-fields/api/references-query'
import { userQuery } from '../../../shared/api/user-query'
import { texts } from '../../../texts'

type Props = { role: AccountRole; label: string; id: string; value: string; onChange: (id: string) => void }

/** One of the accounts a level up; typing finds the others. */
export function ParentFilter({ role, label, id, value, onChange }: Props) {
  const text = texts.useText()
  const actor = useActor()
  const [typed, setTyped] = useState('')
  const { data = [], isFetching } = useQuery(referencesQuery(actor, role, useDebounced(typed.trim())))
  return (
    <Select
      id={id}
      aria-label={label}
      allowClear
      placeholder={label}
      value={value === '' ? null : value}
      labelRender={({ value: chosen }) => <AccountName id={String(chosen)} />}
      onChange={(chosen: string | null | undefined) => onChange(chosen ?? '')}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={isFetching ? null : text('noReferences')}
      options={data.map(({ _id, username }) => ({ value: _id, label: username }))}
    />
  )
}

/** The username behind an id of the address. */
export function AccountName({ id }: { id: string }) {
  const { data, isError } = useQuery(userQuery(id))
  return isError ? id : (data?.username ?? '…')
}
