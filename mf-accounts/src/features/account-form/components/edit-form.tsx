import { accountDone } from '@cascade/contracts/accounts'
import { type ReturnToList, useToasts } from '@cascade/ui-kit'
import { Form, FormPage } from '@cascade/ui-kit/forms'
import { ApiError } from '@cascade/web-kit'
import { useState } from 'react'
import { type AccountValues, editBodyOf, editFaults, valuesOf } from '../../../shared/account-fields/account-values'
import { AccountFields } from '../../../shared/account-fields/components/account-fields'
import { ReferenceField } from '../../../shared/account-fields/components/reference-field'
import type { FieldSet } from '../../../shared/account-fields/field-sets'
import type { LoadedAccount } from '../../../shared/api/account-query'
import type { AccountScope } from '../../../shared/api/account-scope'
import { texts } from '../../../texts'
import { useUpdateAccount } from '../api/use-update-account'
import { mergeStored } from '../merge-stored'

type Props = {
  title: string
  scope: AccountScope
  set: FieldSet
  loaded: LoadedAccount
  /** Reads it again after somebody else was faster. */
  reload: () => Promise<LoadedAccount>
  returnToList: ReturnToList
}

/** Edits an account and sends only what differs from what is stored. */
export function EditForm({ title, scope, set, loaded, reload, returnToList }: Props) {
  const text = texts.useText()
  const toasts = useToasts()
  const updating = useUpdateAccount(scope)
  const [form] = Form.useForm<AccountValues>()
  const [base, setBase] = useState(loaded)
  const [helps, setHelps] = useState<Record<string, string>>({})
  const { role } = scope
  const stored = valuesOf(base.account, set)

  const submit = async (values: AccountValues) => {
    const changes = editBodyOf(role, stored, values, set)
    if (Object.keys(changes).length === 0) return toasts.info(text('unchanged'))
    try {
      await updating.mutateAsync({ id: base.account._id, changes, ifMatch: base.etag })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') await takeOver(Object.keys(error.errors), values)
      throw error
    }
    toasts.success(accountDone.updated)
  }

  /** Somebody else was faster: what was not touched here follows, the rest says what is stored now. */
  const takeOver = async (fields: readonly string[], values: AccountValues) => {
    const fresh = await reload()
    // Another kind of conflict, e.g. an email that is taken: nothing of this account changed.
    if (fresh.etag === base.etag) return
    const merged = mergeStored(stored, values, valuesOf(fresh.account, set), fields)
    form.setFieldsValue(merged.values)
    const notes = Object.entries(merged.clashes).map(([name, value]) => [name, text('changedMeanwhile', { value })])
    setHelps(Object.fromEntries(notes))
    setBase(fresh)
  }

  const current = base.account.refId ?? undefined
  return (
    <FormPage<AccountValues>
      title={title}
      note={base.account.username}
      tab={[base.account.username, title]}
      form={form}
      initialValues={stored}
      validate={values => editFaults(role, stored, values, set)}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      busyLabel={text('updating')}
      failure={text('updateFailed')}
    >
      <AccountFields set={set} editing helps={helps} reference={<ReferenceField role={role} current={current} />} />
    </FormPage>
  )
}
