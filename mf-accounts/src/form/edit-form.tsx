import { accountSuccessTexts } from '@cascade/contracts/accounts'
import { formatPoints, NotAllowedState, type ReturnToList, UsernameField, useToasts } from '@cascade/ui-kit'
import { Form, FormPage } from '@cascade/ui-kit/forms'
import { ApiError, useMayOpenForm } from '@cascade/web-kit'
import { useState } from 'react'
import { AccountFields } from '../shared/account-fields'
import { type AccountValues, buildEditBody, editErrors, isSame, toFormValues } from '../shared/account-values'
import { type AccountScope, accountCall, type LoadedAccount } from '../shared/calls'
import type { FieldSet } from '../shared/field-sets'
import { ReferenceField } from '../shared/reference-field'
import { texts } from '../texts'
import { useUpdateAccount } from './calls'

type Props = {
  title: string
  scope: AccountScope
  set: FieldSet
  loaded: LoadedAccount
  reload: () => Promise<LoadedAccount>
  returnToList: ReturnToList
}

/** Edits an account and sends only changed fields. */
export function EditForm({ title, scope, set, loaded, reload, returnToList }: Props) {
  const text = texts.useText()
  const toasts = useToasts()
  const updating = useUpdateAccount(scope)
  const [form] = Form.useForm<AccountValues>()
  const [base, setBase] = useState(loaded)
  const [helps, setHelps] = useState<Record<string, string>>({})
  const mayEdit = useMayOpenForm(accountCall(scope, 'update').endpoint)
  const { role } = scope
  const stored = toFormValues(base.account, set)

  const submit = async (values: AccountValues) => {
    const changes = buildEditBody(role, stored, values, set)
    if (Object.keys(changes).length === 0) return toasts.info(text('unchanged'))
    try {
      await updating.mutateAsync({ id: base.account._id, changes, ifMatch: base.etag })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') await mergeConflict(Object.keys(error.errors), values)
      throw error
    }
    toasts.success(accountSuccessTexts.updated)
  }

  /** Merges a concurrent edit: untouched fields follow, others show the stored value. */
  const mergeConflict = async (fields: readonly string[], values: AccountValues) => {
    const fresh = await reload()
    // A different conflict, e.g. a duplicate email: this account did not change.
    if (fresh.etag === base.etag) return
    const merged = mergeStored(stored, values, toFormValues(fresh.account, set), fields)
    form.setFieldsValue(merged.values)
    const notes = Object.entries(merged.conflicts).map(([name, value]) => [name, text('changedMeanwhile', { value })])
    setHelps(Object.fromEntries(notes))
    setBase(fresh)
  }

  const { creditUsed } = base.account
  const used = creditUsed === undefined ? '' : text('creditLineHelp', { points: formatPoints(creditUsed) })
  const current = base.account.refId ?? undefined
  if (!mayEdit) return <NotAllowedState />
  return (
    <FormPage<AccountValues>
      title={title}
      note={base.account.username}
      tab={[base.account.username, title]}
      form={form}
      initialValues={stored}
      validate={values => editErrors(role, stored, values, set)}
      submit={submit}
      onDone={returnToList.afterSuccess}
      onCancel={returnToList.now}
      busyLabel={text('updating')}
      failure={text('updateFailed')}
    >
      <UsernameField username={base.account.username} />
      <AccountFields
        set={set}
        editing
        helps={{ creditLine: used, ...helps }}
        reference={<ReferenceField role={role} current={current} />}
      />
    </FormPage>
  )
}

type MergeResult = {
  values: AccountValues
  /** Fields changed on both sides, with the stored value. */
  conflicts: Record<string, string>
}

/** Three-way merge: the user's entries win, other fields follow the stored account. */
function mergeStored(
  before: AccountValues,
  entered: AccountValues,
  after: AccountValues,
  fields: readonly string[],
): MergeResult {
  const merged: Record<string, unknown> = { ...entered }
  const conflicts: Record<string, string> = {}
  for (const name of fields as readonly (keyof AccountValues)[]) {
    if (isSame(before[name], entered[name])) merged[name] = after[name]
    else if (!isSame(entered[name], after[name])) conflicts[name] = String(after[name] ?? '')
  }
  return { values: merged as AccountValues, conflicts }
}
