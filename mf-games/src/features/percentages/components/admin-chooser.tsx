import { useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts'
import { adminsQuery } from '../api/admins-query'

type Props = { value: string | undefined; onChoose: (adminId: string) => void }

/** Whose percentages a superadmin looks at; found by the beginning of the username. */
export function AdminChooser({ value, onChoose }: Props) {
  const text = texts.useText()
  const actor = useActor()
  const [typed, setTyped] = useState('')
  const admins = useQuery(adminsQuery(actor._id, useDebounced(typed.trim())))
  const options = (admins.data ?? []).map(({ _id, username }) => ({ value: _id, label: username }))
  return (
    <Select
      value={value ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={admins.isFetching}
      onChange={onChoose}
      placeholder={text('chooseAdmin')}
      aria-label={text('admin')}
      style={{ width: 220 }}
    />
  )
}
