import { caseTexts, NewCase } from '@cascade/contracts/reports'
import { useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { Field, FormBody, toFieldErrors } from '@cascade/ui-kit/forms'
import { useOpenCase } from './calls'
import { casePageTexts } from './texts'

const toInput = ({ subject, text, ticketId }: NewCase) => ({ subject, text, ...(ticketId && { ticketId }) })

/** A case of the user's own account. */
export function CaseForm({ onClose }: { onClose: () => void }) {
  const text = casePageTexts.useText()
  const toasts = useToasts()
  const open = useOpenCase()
  return (
    <FormBody<NewCase>
      title={text('newCase')}
      initialValues={{}}
      validate={values => toFieldErrors(NewCase, toInput(values))}
      submit={async values => {
        const { message } = await open.mutateAsync({ body: toInput(values) })
        toasts.success(message ?? caseTexts.opened)
      }}
      onDone={onClose}
      onCancel={onClose}
      failure={text('failed')}
    >
      <p>{text('newCaseNote')}</p>
      <Field name="subject" label={text('subject')} required>
        <Input maxLength={100} />
      </Field>
      <Field name="text" label={text('text')} required>
        <Input.TextArea rows={6} maxLength={2_000} showCount />
      </Field>
      <Field name="ticketId" label={text('ticketId')}>
        <Input />
      </Field>
    </FormBody>
  )
}
