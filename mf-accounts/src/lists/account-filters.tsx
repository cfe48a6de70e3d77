import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import { Amount, formatCount, formatDate, useDebounced } from '@cascade/ui-kit'
import { type FilterField, Select } from '@cascade/ui-kit/data'
import { type ListParams, serverNow, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccountScope, userQuery } from '../shared/calls'
import { referencesQuery } from '../shared/references'
import { texts } from '../texts'
import { type accountFilters, sumQuery } from './calls'

type Field = FilterField<keyof typeof accountFilters>

/** Filters of an account list; the parent filter only if there is a choice. */
export function useAccountFilters({ role, parentId }: { role: AccountRole; parentId?: string }): readonly Field[] {
  const text = texts.useText()
  const actor = useActor()
  const parentRole = parentRoleOf(role)
  const hasParents =
    parentId === undefined && parentRole !== undefined && parentRole !== actor.role && role !== actor.role
  const label = text('referId')
  const parent: Field = {
    kind: 'other',
    name: 'parent',
    label,
    shown: id => <AccountName id={id} />,
    control: props => <ParentFilter role={role} label={label} {...props} />,
  }
  return [
    {
      kind: 'choice',
      name: 'status',
      label: text('userStatus'),
      options: [
        { value: 'active', label: text('active') },
        { value: 'deactive', label: text('deactive') },
        { value: 'deleted', label: text('deleted') },
      ],
    },
    ...(hasParents ? [parent] : []),
    { kind: 'points', label: text('points'), from: 'balanceFrom', to: 'balanceTo' },
    { kind: 'days', label: text('createdDate'), from: 'from', to: 'to' },
    {
      kind: 'choice',
      name: 'limitDay',
      label: text('limits'),
      options: [{ value: formatDate(serverNow()), label: text('limitReached') }],
    },
  ]
}

type Props = { role: AccountRole; label: string; id: string; value: string; onChange: (id: string) => void }

function ParentFilter({ role, label, id, value, onChange }: Props) {
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

function AccountName({ id }: { id: string }) {
  const { data, isError } = useQuery(userQuery(id))
  return isError ? id : (data?.username ?? '…')
}

/** Sum of all accounts of the filter, across pages. */
export function FilterSum({ scope, params }: { scope: AccountScope; params: ListParams }) {
  const text = texts.useText()
  const { data } = useQuery(sumQuery(scope, params))
  if (data?.balance === undefined) return null
  const { balance, branch } = data
  return (
    <span>
      {text('sumOfFilter')} <Amount value={balance} />
      {branch && (
        <>
          {' · '}
          {text('sumOfBranches')} <Amount value={branch.balance} />
          {' · '}
          {text('allBelow')} {formatCount(branch.all)}
        </>
      )}
    </span>
  )
}
