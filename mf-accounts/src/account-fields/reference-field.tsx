import type { AccountRole } from '@cascade/contracts'
import { Form, Select } from '@cascade/ui-kit/data'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type ComponentRef, useEffect, useRef, useState } from 'react'
import { type Reference, referencesQuery } from '../api/references'
import type { Controlled } from '../components/controlled'
import { accountsTexts } from '../texts'

type Props = Controlled<string, ComponentRef<typeof Select>> & {
  role: AccountRole
  /** The account above as it is stored; it may stand beyond the first choices. */
  current?: Reference | undefined
}

const debounce = 300

/** The account above the new or edited one. Where only one is possible it is chosen already. */
export function ReferenceField({ id, ref, value, onChange, role, current }: Props) {
  const text = accountsTexts.useText()
  const actor = useActor()
  const form = Form.useFormInstance()
  const [q, setQ] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data, isFetching } = useQuery(referencesQuery(actor, role, q))
  useEffect(() => () => clearTimeout(timer.current), [])

  const only = q === '' && data?.length === 1 ? data[0]?._id : undefined
  useEffect(() => {
    if (only !== undefined && value === undefined) form.setFieldValue('refId', only)
  }, [only, value, form])

  const known = current && q === '' && !data?.some(({ _id }) => _id === current._id) ? [current] : []
  const choices = [...known, ...(data ?? [])]
  const search = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setQ(typed.trim()), debounce)
  }
  return (
    <Select
      id={id}
      ref={ref}
      value={value}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: search }}
      loading={isFetching}
      notFoundContent={isFetching ? null : text('noReferences')}
      options={choices.map(({ _id, username }) => ({ value: _id, label: username }))}
    />
  )
}
