import { Checkbox, Field, Form, NumberInput } from '@cascade/ui-kit/forms'
import { securityTexts } from './texts'

/** Fields of the policy about sessions and passwords; an empty number is no limit. */
export function SessionRules() {
  const text = securityTexts.useText()
  return (
    <>
      <Field name="idleMinutes" label={text('idleMinutes')} help={text('emptyIsNoLimit')}>
        <NumberInput min={1} max={1440} />
      </Field>
      <Field name="sessionsPerAccount" label={text('sessionsPerAccount')} help={text('emptyIsNoLimit')}>
        <NumberInput min={1} max={100} />
      </Field>
      <Form.Item name="temporaryPasswords" valuePropName="checked">
        <Checkbox>{text('temporaryPasswords')}</Checkbox>
      </Form.Item>
    </>
  )
}
