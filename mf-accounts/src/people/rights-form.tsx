import { can, type Permission, permissions, personalRights } from '@cascade/contracts'
import { peopleTexts as answers, OwnRights, type RightsRow } from '@cascade/contracts/accounts'
import { useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Field, FormBody, toFieldErrors } from '@cascade/ui-kit/forms'
import { useActor } from '@cascade/web-kit'
import { useAddRights, useChangeRights } from './calls'
import { PermissionTable } from './permission-table'
import { peopleTexts } from './texts'

type Props = { rights: RightsRow | undefined; onClose: () => void }

/** New rights of the account, or stored ones. */
export function RightsForm({ rights, onClose }: Props) {
  const text = peopleTexts.useText()
  const toasts = useToasts()
  const { role } = useActor()
  const add = useAddRights()
  const change = useChangeRights()
  const choices = (Object.keys(permissions) as Permission[]).filter(
    permission => can(role, permission) && !personalRights.some(each => each === permission),
  )
  const submit = async (values: OwnRights) => {
    const body = OwnRights.parse(values)
    const { message } = await (rights
      ? change.mutateAsync({ params: { id: rights._id }, body })
      : add.mutateAsync({ body }))
    toasts.success(message ?? answers.rightsSaved)
  }
  const { name, permissions: chosen } = rights ?? { name: '', permissions: [] }
  return (
    <FormBody<OwnRights>
      title={text(rights ? 'editRights' : 'addRights')}
      initialValues={{ name, permissions: chosen }}
      validate={values => toFieldErrors(OwnRights, values)}
      submit={submit}
      onDone={onClose}
      onCancel={onClose}
      failure={text('rightsFailed')}
    >
      <Field name="name" label={text('rightsName')} required>
        <Input maxLength={60} autoComplete="off" />
      </Field>
      <Field name="permissions" label={text('permission')} required>
        <PermissionTable choices={choices} />
      </Field>
    </FormBody>
  )
}
