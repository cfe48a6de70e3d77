import { type PaidAs, settlementTexts } from '@cascade/contracts/accounts'
import { formatPoints, useToasts } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { AttemptNote, Field, FieldGrid, Form, FormBody, Segmented } from '@cascade/ui-kit/forms'
import { useEarlierAttempt } from '@cascade/web-kit'
import { PasswordField } from '../credit/signing-fields'
import { useRefreshAccounts } from '../shared/calls'
import { type Payable, paymentAttempts, paymentObject, usePay } from './calls'
import { settlementPageTexts } from './texts'

type Values = { as: PaidAs; password?: string }
type Props = {
  title: string
  payable: Payable
  amount: number
  /** @param runId of the run that pays all */
  onPaid: (runId: string | undefined) => void
  onClose: () => void
}

export function PayDialog(props: Props) {
  return (
    <Modal open width={520} title={props.title} footer={null} mask={{ closable: false }} onCancel={props.onClose}>
      <PayForm {...props} />
    </Modal>
  )
}

function PayForm({ title, payable, amount, onPaid, onClose }: Props) {
  const text = settlementPageTexts.useText()
  const toasts = useToasts()
  const [form] = Form.useForm<Values>()
  const as = Form.useWatch('as', form) ?? 'points'
  const paying = usePay(payable)
  const earlier = useEarlierAttempt(paymentAttempts, paymentObject(payable), useRefreshAccounts())
  const earlierAmount = { amount: formatPoints(earlier.attempt?.fields.amount ?? 0) }
  const submit = async ({ password = '', ...values }: Values) => {
    const run = await paying.mutateAsync({ ...values, amount, password })
    if (!run) toasts.success(settlementTexts.paid)
    onPaid(run?._id)
  }
  return (
    <FormBody<Values>
      title={title}
      form={form}
      initialValues={{ as: 'points' }}
      validate={({ password }) => ({ password: password ? undefined : settlementTexts.password })}
      submit={submit}
      onCancel={onClose}
      submitLabel={text('submit')}
      busyLabel={text('paying')}
      failure={text('payFailed')}
    >
      <AttemptNote
        earlier={earlier}
        unanswered={text('payUnanswered', earlierAmount)}
        booked={text('paidBefore', earlierAmount)}
        notBooked={text('notPaid', earlierAmount)}
      />
      <p>
        <strong>{text('payAmount', { amount: formatPoints(amount) })}</strong>
      </p>
      <FieldGrid>
        <Field name="as" label={text('as')} help={text(`effect_${as}`)} required wide>
          <Segmented
            block
            options={(['points', 'cash'] as const).map(value => ({ value, label: text(`as_${value}`) }))}
          />
        </Field>
        <PasswordField />
      </FieldGrid>
    </FormBody>
  )
}
