import type { AccountRole } from '@cascade/contracts'
import { useDebounced } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { Form } from '@cascade/ui-kit/forms'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type ComponentRef, useEffect, useState } from 'react'
import { texts } from '../texts'
import type { Controlled } from './location-fields'
import { type Reference, referencesQuery } from './references'

type Props = Controlled<string, ComponentRef<typeof Select>> & {
  role: AccountRole
  /** The stored parent, which may not be among the first choices. */
  current?: Reference | undefined
}

/** The parent of the new or edited account. A single choice is preselected. */
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

  const currentChoice = current && q === '' && !data?.some(({ _id }) => _id === current._id) ? [current] : []
  const choices = [...currentChoice, ...(data ?? [])]
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
