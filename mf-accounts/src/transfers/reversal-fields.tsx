import { Input } from '@cascade/ui-kit/data'
import { Field, FieldGrid } from '@cascade/ui-kit/forms'
import { PasswordField } from '../credit/signing-fields'
import { transferTexts } from './texts'

/** Fields of every reversal: the reason and the actor's password. */
export function ReversalFields() {
  const text = transferTexts.useText()
  return (
    <FieldGrid>
      <Field name="reason" label={text('reason')} required>
        <Input maxLength={200} autoComplete="off" autoFocus />
      </Field>
      <PasswordField />
    </FieldGrid>
  )
}
