import './clearing.css'
import { type ClearModel, clearModels, clearTexts } from '@cascade/contracts/reports'
import { useConfirm, useToasts } from '@cascade/ui-kit'
import { Checkbox, DayPicker, Field, FieldGrid, Form, FormPage } from '@cascade/ui-kit/forms'
import { texts } from '../texts'
import { useClearHistory } from './calls'

type Values = { startDate: string; endDate: string; models: ClearModel[] }

const initialValues: Values = { startDate: '', endDate: '', models: [] }
const options = clearModels.map(value => ({ value, label: value }))

type ChoiceProps = { label: string; id?: string; value?: ClearModel[]; onChange?: (models: ClearModel[]) => void }

/** Checkbox group without the field's `required` property, which is not valid on a group. */
function ModelChoice({ label, id, value = [], onChange }: ChoiceProps) {
  // Passed on at run time, but missing in the type.
  const untyped = { id }
  return (
    <Checkbox.Group
      {...untyped}
      value={value}
      options={options}
      onChange={chosen => onChange?.(chosen)}
      className="reports-models"
      role="group"
      aria-label={label}
    />
  )
}

/** Form for the days and models to clear; asks for confirmation. */
export function ClearForm() {
  const text = texts.useText()
  const ask = useConfirm()
  const toasts = useToasts()
  const clear = useClearHistory()
  const [form] = Form.useForm<Values>()
  const validate = ({ startDate, endDate, models }: Values) => ({
    ...(!startDate && { startDate: clearTexts.dates }),
    ...(!endDate && { endDate: clearTexts.dates }),
    ...(startDate && endDate && endDate < startDate && { endDate: text('endBeforeStart') }),
    ...(models.length === 0 && { models: clearTexts.models }),
  })
  const confirm = ({ startDate: from, endDate: to, models }: Values) =>
    ask({
      title: text('clearTitle'),
      text: (
        <>
          <p>{text('clearQuestion', { models: models.join(', '), from, to })}</p>
          <p>{text('clearEffect')}</p>
        </>
      ),
      destructive: true,
    })
  const submit = async (values: Values) => {
    const { message } = await clear.mutateAsync({ body: values })
    toasts.success(message ?? text('cleared'))
    form.resetFields()
  }
  return (
    <FormPage<Values>
      title={text('clearHistory')}
      form={form}
      initialValues={initialValues}
      validate={validate}
      confirm={confirm}
      submit={submit}
      failure={text('clearFailed')}
      submitLabel={text('clear')}
      busyLabel={text('clearing')}
    >
      <FieldGrid>
        <Field name="startDate" label={text('startDate')} required>
          <DayPicker style={{ width: '100%' }} />
        </Field>
        <Field name="endDate" label={text('endDate')} required>
          <DayPicker style={{ width: '100%' }} />
        </Field>
      </FieldGrid>
      <Field name="models" label={text('models')} required>
        <ModelChoice label={text('models')} />
      </Field>
    </FormPage>
  )
}
