import { type Account, baseOf } from '@cascade/contracts/accounts'
import { useToasts } from '@cascade/ui-kit'
import { FormPage, Input } from '@cascade/ui-kit/data'
import { newIdempotencyKey } from '@cascade/web-kit'
import { type ComponentRef, type Ref, useRef } from 'react'
import { AccountFields } from '../../account-fields/account-fields'
import { type AccountValues, createBodyOf, createFaults, newValues } from '../../account-fields/account-values'
import { createSets } from '../../account-fields/field-sets'
import { ReferenceField } from '../../account-fields/reference-field'
import { createAccount } from '../../api/create-account'
import { useRefreshAccounts } from '../../api/refresh'
import { afterResult } from '../../components/after-result'
import type { Level } from '../../levels/levels'
import { useGoBack } from '../../routing/use-go-back'
import { useLinks } from '../../routing/use-links'
import { accountsTexts } from '../../texts'
import { useShowCreated } from './created-card'

type Props = {
  level: Level
  /** Given where the account is created below one that is already chosen. */
  parent?: Account
  /** Chosen beforehand, but free to be changed. */
  referenceId?: string | undefined
}

export function CreateForm({ level, parent, referenceId }: Props) {
  const text = accountsTexts.useText()
  const toasts = useToasts()
  const refresh = useRefreshAccounts()
  const showCreated = useShowCreated()
  const links = useLinks()
  const { role } = level
  const goBack = useGoBack(links.list(role))
  const attempt = useRef<{ of: string; key: string }>(undefined)
  const set = createSets[role]
  const { create } = level
  if (!set || !create) return null

  const scope = parent ? { role, parentId: parent._id } : { role }
  const base = baseOf(role)

  /** The same entry keeps its key, so that a lost answer does not make two accounts. */
  const keyFor = (body: object) => {
    const of = JSON.stringify(body)
    if (attempt.current?.of !== of) attempt.current = { of, key: newIdempotencyKey() }
    return attempt.current.key
  }
  const submit = async (values: AccountValues) => {
    const body = createBodyOf(role, values, set)
    const account = await createAccount(scope, body, keyFor(body))
    toasts.success(text('created'))
    showCreated(account)
    void refresh()
    await afterResult()
  }
  return (
    <FormPage<AccountValues>
      title={create.title}
      initialValues={newValues(set, parent?._id ?? referenceId)}
      validate={values => createFaults(role, values, set)}
      submit={submit}
      onDone={goBack}
      onCancel={goBack}
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
