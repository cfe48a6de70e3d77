import { Checkbox, Field, Form, NumberInput } from '@cascade/ui-kit/forms'
import { securityTexts } from './texts'

/** Fields of the policy about sessions and proofs; an empty number is no limit. */
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
      <Field name="correctionHours" label={text('correctionHours')}>
        <NumberInput min={1} max={8760} />
      </Field>
      {(['strict', 'temporaryPasswords'] as const).map(name => (
        <Form.Item key={name} name={name} valuePropName="checked">
          <Checkbox>{text(name)}</Checkbox>
        </Form.Item>
      ))}
    </>
  )
}
