import { Button } from '@cascade/ui-kit'
import { Modal } from '@cascade/ui-kit/data'
import { DayPicker, Field, Form } from '@cascade/ui-kit/forms'
import { useState } from 'react'
import { texts } from '../../texts'

type Props = {
  title: string
  from: string
  to: string
  onChoose: (from: string, to: string) => void
  onCancel: () => void
}
type Days = { from: string; to: string }

/** Asks for two days; the second may not lie before the first. */
export function DateRangeDialog({ title, from, to, onChoose, onCancel }: Props) {
  const text = texts.useText()
  const [form] = Form.useForm<Days>()
  const [fault, setFault] = useState<string>()
  const submit = (days: Days) => {
    if (!days.from || !days.to) setFault(text('chooseDates'))
    else if (days.to < days.from) setFault(text('endBeforeStart'))
    else onChoose(days.from, days.to)
  }
  return (
    <Modal open title={title} onCancel={onCancel} footer={null} width={380}>
      <Form<Days> form={form} layout="vertical" initialValues={{ from, to }} onFinish={submit}>
        <Field name="from" label={text('fromDate')}>
          <DayPicker style={{ width: '100%' }} />
        </Field>
        <Field name="to" label={text('toDate')}>
          <DayPicker style={{ width: '100%' }} />
        </Field>
        {fault && (
          <p className="reports-fault" role="alert">
            {fault}
          </p>
        )}
        <Button type="primary" htmlType="submit" block>
          {text('getSummary')}
        </Button>
      </Form>
    </Modal>
  )
}
