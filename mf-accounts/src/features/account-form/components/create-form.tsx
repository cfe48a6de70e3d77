import { type Account, accountDone, baseOf } from '@cascade/contracts/accounts'
import { useReturnToList, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { FormPage } from '@cascade/ui-kit/forms'
import { newIdempotencyKey, useAddress } from '@cascade/web-kit'
import { type ComponentRef, type Ref, useRef } from 'react'
import type { Level } from '../../../levels/levels'
import { paths } from '../../../paths'
import {
  type AccountValues,
  createBodyOf,
  createFaults,
  newValues,
} from '../../../shared/account-fields/account-values'
import { AccountFields } from '../../../shared/account-fields/components/account-fields'
import { ReferenceField } from '../../../shared/account-fields/components/reference-field'
import { createSets } from '../../../shared/account-fields/field-sets'
import { useCreateAccount } from '../api/use-create-account'
import { useShowCreated } from './created-card'

type Props = {
  level: Level
  /** Given where the account is created below one that is already chosen. */
  parent?: Account
  /** Chosen beforehand, but free to be changed. */
  referenceId?: string | undefined
}

export function CreateForm({ level, parent, referenceId }: Props) {
  const toasts = useToasts()
  const address = useAddress()
  const showCreated = useShowCreated()
  const { role } = level
  const returnToList = useReturnToList(address(paths.list, { level: role }))
  const creating = useCreateAccount(parent ? { role, parentId: parent._id } : { role })
  const attempt = useRef<{ of: string; key: string }>(undefined)
  const set = createSets[role]
  const { create } = level
  if (!set || !create) return null

  const base = baseOf(role)

  /** The same entry keeps its key, so that a lost answer does not make two accounts. */
  const keyFor = (body: object) => {
    const of = JSON.stringify(body)
    if (attempt.current?.of !== of) attempt.current = { of, key: newIdempotencyKey() }
    return attempt.current.key
  }
  const submit = async (values: AccountValues) => {
    const body = createBodyOf(role, values, set)
    const account = await creating.mutateAsync({ body, idempotencyKey: keyFor(body) })
    toasts.success(accountDone.created)
    showCreated(account)
  }
  return (
    <FormPage<AccountValues>
      title={create.title}
      initialValues={newValues(set, parent?._id ?? referenceId)}
      validate={values => createFaults(role, values, set)}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      failure={parent ? base.childCreateFailed : base.createFailed}
    >
      <AccountFields
        set={set}
        reference={parent ? <FixedReference username={parent.username} /> : <ReferenceField role={role} />}
      />
    </FormPage>
  )
}

type FixedProps = { id?: string; ref?: Ref<ComponentRef<typeof Input>>; username: string }

function FixedReference({ id, ref, username }: FixedProps) {
  return <Input id={id} ref={ref} value={username} disabled />
}
