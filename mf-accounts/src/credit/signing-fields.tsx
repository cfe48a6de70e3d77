import { UsernameField } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Field } from '@cascade/ui-kit/forms'
import { useActor } from '@cascade/web-kit'
import { texts } from '../texts'

/** Last fields of every credit form: the actor's password and an optional note. */
export function SigningFields() {
  const text = texts.useText()
  return (
    <>
      <PasswordField />
      <Field name="note" label={text('note')}>
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}

/** The actor's password, for password managers with the username. */
export function PasswordField() {
  const text = texts.useText()
  const { username } = useActor()
  return (
    <>
      <UsernameField username={username} />
      <Field name="password" label={text('password')} required>
        <Input.Password autoComplete="current-password" maxLength={256} />
      </Field>
    </>
  )
}
