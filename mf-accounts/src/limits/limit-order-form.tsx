import type { AccountRole } from '@cascade/contracts'
import { LimitsInput, runTexts } from '@cascade/contracts/accounts'
import { Alert } from '@cascade/ui-kit'
import { Form, toFieldErrors } from '@cascade/ui-kit/forms'
import { useState } from 'react'
import { LimitFields } from './limit-fields'
import { limitNamesOf, removalOf } from './limit-names'

export const limitOrderForm = 'accounts-limit-order'
type Props = { role: AccountRole; onOrder: (limits: LimitsInput) => void }
type Values = Record<string, number | boolean | null | undefined>

/** Limits for many accounts; empty fields change nothing. */
export function LimitOrderForm({ role, onOrder }: Props) {
  const [form] = Form.useForm<Values>()
  const [isEmpty, setEmpty] = useState(false)
  const submit = (values: Values) => {
    const limits = Object.fromEntries(
      limitNamesOf(role).flatMap(name => {
        const max = values[removalOf(name)] === true ? null : (values[name] ?? undefined)
        return max === undefined ? [] : [[name, max]]
      }),
    )
    const errors = toFieldErrors(LimitsInput, limits)
    form.setFields(Object.entries(errors).map(([name, message = '']) => ({ name, errors: [message] })))
    setEmpty(Object.keys(limits).length === 0)
    if (Object.keys(errors).length === 0 && Object.keys(limits).length > 0) onOrder(limits)
  }
  return (
    <Form<Values> id={limitOrderForm} form={form} layout="vertical" onFinish={submit}>
      {isEmpty && <Alert type="warning" showIcon title={runTexts.noLimits} />}
      <LimitFields role={role} isBulk />
    </Form>
  )
}
