import { roleLabels, treeRoles } from '@cascade/contracts'
import {
  type Announcement,
  AnnouncementInput,
  announcementLevels,
  announcementTexts,
} from '@cascade/contracts/accounts'
import { useToasts } from '@cascade/ui-kit'
import { Input, Select } from '@cascade/ui-kit/data'
import { Field, FormBody, MomentPicker, Radio, toFieldErrors } from '@cascade/ui-kit/forms'
import { serverNow, useActor } from '@cascade/web-kit'
import { useChangeAnnouncement, useCreateAnnouncement } from './calls'
import { announcementPageTexts } from './texts'

type Props = { announcement: Announcement | undefined; onClose: () => void }

/** A new announcement, or a stored one. */
export function AnnouncementForm({ announcement, onClose }: Props) {
  const text = announcementPageTexts.useText()
  const toasts = useToasts()
  const { role } = useActor()
  const create = useCreateAnnouncement()
  const change = useChangeAnnouncement()
  const roles = treeRoles.filter(each => treeRoles.indexOf(each) >= (treeRoles as readonly string[]).indexOf(role))

  const submit = async ({ text, roles, level, from, to }: AnnouncementInput) => {
    const body = { text, roles, level, from, to }
    const { message } = await (announcement
      ? change.mutateAsync({ params: { id: announcement._id }, body })
      : create.mutateAsync({ body }))
    toasts.success(message ?? announcementTexts.changed)
  }
  const { _id: _stored, ...stored } = announcement ?? {
    _id: '',
    level: 'info' as const,
    from: new Date(serverNow()).toISOString(),
  }
  return (
    <FormBody<AnnouncementInput>
      title={text(announcement ? 'editTitle' : 'add')}
      initialValues={stored}
      validate={({ text, roles, level, from, to }) =>
        toFieldErrors(AnnouncementInput, { text, roles, level, from, to })
      }
      submit={submit}
      onDone={onClose}
      onCancel={onClose}
      failure={text('failed')}
    >
      <Field name="text" label={text('text')} required>
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Field>
      <Field name="roles" label={text('roles')} required>
        <Select mode="multiple" options={roles.map(value => ({ value, label: roleLabels[value] }))} />
      </Field>
      <Field name="level" label={text('level')} required>
        <Radio.Group options={announcementLevels.map(value => ({ value, label: text(`closable_${value}`) }))} />
      </Field>
      <Field name="from" label={text('from')} required>
        <MomentPicker future />
      </Field>
      <Field name="to" label={text('to')} required>
        <MomentPicker future />
      </Field>
    </FormBody>
  )
}
