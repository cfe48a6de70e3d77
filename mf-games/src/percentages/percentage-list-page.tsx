import { can } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { gameTexts } from '@cascade/contracts/games'
import { Button, EmptyState, NotAllowedState, PageHeader, StateSwitch, useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { useActor, useAddress, useCan, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { adminsQuery } from './calls'
import { PercentageTable } from './percentage-table'

export default function PercentageListPage() {
  const text = texts.useText()
  const actor = useActor()
  const canRead = useCan('percentages.read')
  const hasGames = can(actor.role, 'percentages.write')
  if (!canRead) return <NotAllowedState />
  return (
    <>
      <PageHeader title={text('percentages')} />
      {!hasGames && <EmptyState title={gameTexts.none} />}
      {hasGames && (actor.role === 'superadmin' ? <AdminPercentages /> : <PercentageTable adminId={actor._id} />)}
    </>
  )
}

/** Superadmins have no games of their own: shows the first admin's until another one is chosen. */
function AdminPercentages() {
  const text = texts.useText()
  const actor = useActor()
  const [search, setSearch] = useSearchParams()
  const admins = useQuery(adminsQuery(actor._id, ''))
  const address = useAddress()
  const navigate = useNavigate()
  const mayAdd = useMayCall(accountApi.admin.create)
  const add = mayAdd && <Button onClick={() => void navigate(address(paths.createAdmin))}>{text('addAdmin')}</Button>
  return (
    <StateSwitch
      query={admins}
      isEmpty={found => found.length === 0}
      empty={<EmptyState title={gameTexts.none} action={add} />}
    >
      {found => {
        const adminId = search.get('admin') ?? found[0]?._id ?? ''
        const choose = (chosen: string) => setSearch({ admin: chosen })
        const chooser = <AdminChooser value={adminId} onChoose={choose} />
        return <PercentageTable key={adminId} adminId={adminId} chooser={chooser} />
      }}
    </StateSwitch>
  )
}

type Props = { value: string | undefined; onChoose: (adminId: string) => void }

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
