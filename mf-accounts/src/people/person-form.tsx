import { peopleTexts as answers, NewPerson, type Person, PersonChange } from '@cascade/contracts/accounts'
import { useToasts } from '@cascade/ui-kit'
import { Input, Select } from '@cascade/ui-kit/data'
import { Field, FormBody, toFieldErrors } from '@cascade/ui-kit/forms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rightsQuery, useAddPerson, useChangePerson } from './calls'
import { PermissionTable } from './permission-table'
import { nameOfRights } from './rights-name'
import { peopleTexts } from './texts'

type Props = { person: Person | undefined; onClose: () => void }
type Values = { name: string; username: string; email: string; password: string; rights: string }

/** A new person, or a stored one. */
export function PersonForm({ person, onClose }: Props) {
  const text = peopleTexts.useText()
  const toasts = useToasts()
  const add = useAddPerson()
  const change = useChangePerson()
  const { data: rights = [] } = useQuery(rightsQuery())
  const [rightsId, setRightsId] = useState(person?.rights ?? 'cashier')
  const chosen = rights.find(({ _id }) => _id === rightsId)

  const bodyOf = ({ name, username, email, password, rights }: Values) =>
    person ? { name, email, rights, ...(password && { password }) } : { name, username, email, password, rights }
  const submit = async (values: Values) => {
    const { message } = await (person
      ? change.mutateAsync({ params: { id: person._id }, body: PersonChange.parse(bodyOf(values)) })
      : add.mutateAsync({ body: NewPerson.parse(bodyOf(values)) }))
    toasts.success(message ?? answers.changed)
  }
  const { name, username, email } = person ?? { name: '', username: '', email: '' }
  return (
    <FormBody<Values>
      title={text(person ? 'editTitle' : 'add')}
      initialValues={{ name, username, email, password: '', rights: rightsId }}
      validate={values => toFieldErrors(person ? PersonChange : NewPerson, bodyOf(values))}
      submit={submit}
      onDone={onClose}
      onCancel={onClose}
      failure={text('failed')}
    >
      <Field name="name" label={text('name')} required>
        <Input maxLength={100} autoComplete="off" />
      </Field>
      <Field name="username" label={text('username')} required={!person}>
        <Input maxLength={32} autoComplete="off" disabled={person !== undefined} />
      </Field>
      <Field name="email" label={text('email')}>
        <Input maxLength={200} autoComplete="off" />
      </Field>
      <Field
        name="password"
        label={text(person ? 'newPassword' : 'password')}
        required={!person}
        {...(person && { help: text('newPasswordNote') })}
      >
        <Input.Password maxLength={256} autoComplete="new-password" />
      </Field>
      <Field name="rights" label={text('rights')} required>
        <Select
          options={rights.map(row => ({ value: row._id, label: nameOfRights(row, text) }))}
          onChange={(value: string) => setRightsId(value)}
        />
      </Field>
      {chosen && (
        <section aria-label={text('sees')}>
          <h3>{text('sees')}</h3>
          <PermissionTable value={chosen.permissions} />
        </section>
      )}
    </FormBody>
  )
}
