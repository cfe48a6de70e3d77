import type { Role } from '@cascade/contracts'
import { AmountInput, Checkbox, Field, FieldGrid, Form, Radio } from '@cascade/ui-kit/forms'
import { limitNamesOf, removalOf } from './limit-names'
import { limitsTexts } from './texts'

/** Fields of the limits of one account, or of many, where an empty field changes nothing. */
export function LimitFields({ role, isBulk = false }: { role: Role; isBulk?: boolean }) {
  const text = limitsTexts.useText()
  const choices = [
    ...(isBulk ? [{ value: null, label: text('limitKeep') }] : []),
    { value: true, label: text('limitYes') },
    { value: false, label: text('limitNo') },
  ]
  return (
    <FieldGrid>
      {limitNamesOf(role).map(name =>
        name === 'mayTransfer' ? (
          <Field key={name} name={name} label={text(name)}>
            <Radio.Group options={choices} />
          </Field>
        ) : (
          <div key={name}>
            <Field name={name} label={text(name)} help={text(isBulk ? 'limitEmptyBulk' : 'limitEmpty')}>
              <AmountInput placeholder={text(isBulk ? 'limitKeep' : 'limitNone')} />
            </Field>
            {isBulk && (
              <Form.Item name={removalOf(name)} valuePropName="checked">
                <Checkbox>{text('limitRemove', { limit: text(name) })}</Checkbox>
              </Form.Item>
            )}
          </div>
        ),
      )}
    </FieldGrid>
  )
}
