/// <reference path="../../css.d.ts" />
import './form.css'
import { ApiError, messageOf } from '@cascade/web-kit'
import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useNotice } from '../../feedback/use-notice'
import { commonTexts } from '../../i18n/common-texts'
import { Card } from '../../layout/card'
import { PageHeader } from '../../layout/page-header'
import { changedFields, type FieldErrors } from './form-errors'
import { SubmitButton } from './submit-button'
import { useLeaveGuard } from './use-leave-guard'

export type FormPageProps<V extends object> = {
  title: string
  note?: ReactNode
  initialValues: Partial<V>
  /** Faults of the values before anything is sent; see `issuesOf`. */
  validate?: (values: V) => FieldErrors
  /** Sends the form; what it throws is shown at the fields and above the form. */
  submit: (values: V, changed: Partial<V>) => Promise<void>
  /** After `submit`, when the form is no longer dirty: the place to lead on. */
  onDone?: () => void
  onCancel?: () => void
  /** Shown when the server gives no sentence of its own. */
  failure?: string
  submitLabel?: string
  busyLabel?: string
  /** Milliseconds that the message of a failure stays. */
  messageFor?: number
  form?: FormInstance<V>
  children: ReactNode
}

/** A page with one form: labels, faults at their fields, one submit at a time, and a question before text is lost. */
export function FormPage<V extends object>(props: FormPageProps<V>) {
  const { title, note, initialValues, validate, submit, onDone, onCancel, children } = props
  const text = commonTexts.useText()
  const notice = useNotice(props.messageFor)
  const [own] = Form.useForm<V>()
  const form = props.form ?? own
  const [busy, setBusy] = useState(false)
  const dirty = useRef(false)
  useLeaveGuard(useCallback(() => dirty.current, []))

  /** Shows faults at their fields and focuses the first; answers how many there was no field for. */
  const mark = (errors: FieldErrors) => {
    const faults = Object.entries(errors).filter(([, message]) => message !== undefined)
    const known = faults.filter(([path]) => form.getFieldInstance(pathOf(path)) !== undefined)
    form.setFields(known.map(([path, message]) => ({ name: pathOf(path) as never, errors: [message ?? ''] })))
    const [first] = known
    if (first) form.scrollToField(pathOf(first[0]) as never, { focus: true, block: 'center' })
    return { faults, homeless: faults.filter(fault => !known.includes(fault)) }
  }

  const fail = (error: unknown) => {
    const isValidation = error instanceof ApiError && error.code === 'VALIDATION'
    const { faults, homeless } = mark(error instanceof ApiError ? error.errors : {})
    if (isValidation && faults.length > 0 && homeless.length === 0) return
    notice.show('error', messageOf(error, props.failure))
  }

  const send = async () => {
    if (busy) return
    const values = form.getFieldsValue(true) as V
    const { faults, homeless } = mark(validate?.(values) ?? {})
    if (homeless[0]?.[1] !== undefined) notice.show('error', homeless[0][1])
    if (faults.length > 0) return
    setBusy(true)
    notice.clear()
    try {
      await submit(values, changedFields(initialValues, values))
      dirty.current = false
      onDone?.()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }

  const onValuesChange = (changed: Partial<V>) => {
    dirty.current = true
    form.setFields(Object.keys(changed).map(name => ({ name: name as never, errors: [] })))
  }

  return (
    <>
      <PageHeader title={title} note={note} onBack={onCancel} />
      <Card className="c-form">
        {notice.element}
        <Form<V>
          form={form}
          layout="vertical"
          requiredMark
          initialValues={initialValues}
          onValuesChange={onValuesChange}
          onFinish={() => void send()}
          aria-label={title}
          aria-busy={busy}
        >
          {children}
          <div className="c-form-buttons">
            <SubmitButton busy={busy}>
              {busy ? (props.busyLabel ?? text('submitting')) : (props.submitLabel ?? text('submit'))}
            </SubmitButton>
            {onCancel && (
              <Button onClick={onCancel} disabled={busy}>
                {text('cancel')}
              </Button>
            )}
          </div>
        </Form>
      </Card>
    </>
  )
}

const pathOf = (path: string): (string | number)[] =>
  path.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part))
