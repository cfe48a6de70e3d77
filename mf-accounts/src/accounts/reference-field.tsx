import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import { type AuthUser, accountApi } from '@cascade/contracts/accounts'
import { useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { Form } from '@cascade/ui-kit/forms'
import { call, queryKeyOf, useActor } from '@cascade/web-kit'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentRef, useEffect, useState } from 'react'
import { texts } from '../texts'
import type { Controlled } from './place-fields'

type Props = Controlled<string, ComponentRef<typeof Select>> & {
  role: AccountRole
  /** The account above as it is stored; it may stand beyond the first choices. */
  current?: Reference | undefined
}

/** The account above the new or edited one. Where only one is possible it is chosen already. */
export function ReferenceField({ id, ref, value, onChange, role, current }: Props) {
  const text = texts.useText()
  const actor = useActor()
  const form = Form.useFormInstance()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const { data, isFetching } = useQuery(referencesQuery(actor, role, q))

  const only = q === '' && data?.length === 1 ? data[0]?._id : undefined
  useEffect(() => {
    if (only !== undefined && value === undefined) form.setFieldValue('refId', only)
  }, [only, value, form])

  const known = current && q === '' && !data?.some(({ _id }) => _id === current._id) ? [current] : []
  const choices = [...known, ...(data ?? [])]
  return (
    <Select
      id={id}
      ref={ref}
      value={value}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={isFetching}
      notFoundContent={isFetching ? null : text('noReferences')}
      options={choices.map(({ _id, username }) => ({ value: _id, label: username }))}
    />
  )
}

type Reference = { _id: string; username: string }

/** As many as a choice shows at once; typing finds the others. */
const maxChoices = 50

/** Accounts one level above `role` in the actor's scope; an actor of that level is the only one. */
export function referencesQuery(actor: AuthUser, role: AccountRole, q: string) {
  const parentRole = parentRoleOf(role)
  const list = parentRole && accountApi[parentRole].list
  return queryOptions({
    queryKey: queryKeyOf(list ?? accountApi[role].list, 'references', actor._id, role, q),
    queryFn: async ({ signal }): Promise<readonly Reference[]> => {
      if (!list) return []
      if (parentRole === actor.role && parentRole !== 'superadmin') return [actor]
      const query = { page: 1, size: maxChoices, sort: 'username' as const, order: 'asc' as const, q }
      return (await call(list, { query, signal })).data
    },
    placeholderData: keepPreviousData,
  })
}

/** The id of the account one level above `role` that is called exactly `username`; null when there is none in scope. */
export function referenceByNameQuery(actor: AuthUser, role: AccountRole, username: string) {
  return queryOptions({
    ...referencesQuery(actor, role, username),
    placeholderData: undefined,
    select: (found: readonly Reference[]) => found.find(each => each.username.toLowerCase() === username)?._id ?? null,
  })
}
