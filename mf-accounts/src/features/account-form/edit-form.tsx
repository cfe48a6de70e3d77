import { useToasts } from '@cascade/ui-kit'
import { Form, FormPage } from '@cascade/ui-kit/data'
import { ApiError } from '@cascade/web-kit'
import { useState } from 'react'
import { AccountFields } from '../../account-fields/account-fields'
import { type AccountValues, editBodyOf, editFaults, valuesOf } from '../../account-fields/account-values'
import type { FieldSet } from '../../account-fields/field-sets'
import { ReferenceField } from '../../account-fields/reference-field'
import type { LoadedAccount } from '../../api/read-account'
import { useRefreshAccounts } from '../../api/refresh'
import type { AccountScope } from '../../api/scope'
import { updateAccount } from '../../api/update-account'
import { afterResult } from '../../components/after-result'
import { accountsTexts } from '../../texts'
import { mergeStored } from './merge-stored'

type Props = {
  title: string
  scope: AccountScope
  set: FieldSet
  loaded: LoadedAccount
  /** Reads it again after somebody else was faster. */
  reload: () => Promise<LoadedAccount>
  onDone: () => void
}

/** Edits an account and sends only what differs from what is stored. */
export function EditForm({ title, scope, set, loaded, reload, onDone }: Props) {
  const text = accountsTexts.useText()
  const toasts = useToasts()
  const refresh = useRefreshAccounts()
  const [form] = Form.useForm<AccountValues>()
  const [base, setBase] = useState(loaded)
  const [helps, setHelps] = useState<Record<string, string>>({})
  const { role } = scope
  const stored = valuesOf(base.account, set)

  const submit = async (values: AccountValues) => {
    const changes = editBodyOf(role, stored, values, set)
    if (Object.keys(changes).length === 0) return toasts.info(text('unchanged'))
    try {
      await updateAccount(scope, { id: base.account._id, changes, ifMatch: base.etag })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') await takeOver(Object.keys(error.errors), values)
      throw error
    }
    toasts.success(text('updated'))
    void refresh()
    await afterResult()
  }

  /** Somebody else was faster: what was not touched here follows, the rest says what is stored now. */
  const takeOver = async (fields: readonly string[], values: AccountValues) => {
    const fresh = await reload()
    // Another kind of conflict, e.g. an email that is taken: nothing of this account changed.
    if (fresh.etag === base.etag) return
    const merged = mergeStored(stored, values, valuesOf(fresh.account, set), fields)
    form.setFieldsValue(merged.values)
    const told = Object.entries(merged.clashes).map(([name, value]) => [name, text('changedMeanwhile', { value })])
    setHelps(Object.fromEntries(told))
    setBase(fresh)
  }

  const current = base.account.refId ?? undefined
  return (
    <FormPage<AccountValues>
      title={title}
      note={base.account.username}
      form={form}
      initialValues={stored}
      validate={values => editFaults(role, stored, values, set)}
      submit={submit}
      onDone={onDone}
      onCancel={onDone}
      busyLabel={text('updating')}
      failure={text('updateFailed')}
    >
      <AccountFields set={set} editing helps={helps} reference={<ReferenceField role={role} current={current} />} />
    </FormPage>
  )
}
