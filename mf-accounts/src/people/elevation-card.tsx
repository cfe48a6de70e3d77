import { standardRights } from '@cascade/contracts'
import { peopleTexts as answers, ElevationInput, peopleApi } from '@cascade/contracts/accounts'
import { Card, useToasts } from '@cascade/ui-kit'
import { Input, Select } from '@cascade/ui-kit/data'
import { Field, FormBody, NumberInput, toFieldErrors } from '@cascade/ui-kit/forms'
import { useChange } from '@cascade/web-kit'
import { nameOfRights } from './rights-name'
import { peopleTexts } from './texts'

const initialValues: ElevationInput = { rights: 'manager', minutes: 30, reason: '' }

/** A person asks its owner or a superior for further rights. */
export function ElevationCard({ personId }: { personId: string }) {
  const text = peopleTexts.useText()
  const toasts = useToasts()
  const elevating = useChange(peopleApi.elevate, { refresh: [] })
  const submit = async (values: ElevationInput) => {
    const { message } = await elevating.mutateAsync({
      params: { id: personId },
      body: ElevationInput.parse(values),
    })
    toasts.success(message ?? answers.changed)
  }
  return (
    <Card title={text('elevation')}>
      <p>{text('elevationNote')}</p>
      <FormBody<ElevationInput>
        title={text('elevation')}
        initialValues={initialValues}
        validate={values => toFieldErrors(ElevationInput, values)}
        submit={submit}
        failure={text('elevationFailed')}
        submitLabel={text('elevate')}
      >
        <Field name="rights" label={text('rights')} required>
          <Select
            options={standardRights.map(_id => ({ value: _id, label: nameOfRights({ _id, name: _id }, text) }))}
          />
        </Field>
        <Field name="minutes" label={text('minutes')} required>
          <NumberInput />
        </Field>
        <Field name="reason" label={text('reason')} required>
          <Input maxLength={200} />
        </Field>
      </FormBody>
    </Card>
  )
}
