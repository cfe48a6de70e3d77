import './form.css'
import {
  AlreadyBookedError,
  ApiError,
  ApprovalPendingError,
  messageOf,
  OutcomeUnknownError,
  useIsCurrentPage,
} from '@cascade/web-kit'
import { Alert, Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useNotice } from '../../feedback/notices'
import { commonTexts } from '../../i18n/texts'
import { LoadingIcon } from '../../icons/data-icons'
import { Card, PageHeader } from '../../layout/page'
import { useDraft, useLeaveGuard } from './draft'
import { changedFields, type FieldErrors, fieldPath } from './field'

export type FormPageProps<V extends object> = FormBodyProps<V> & {
  title: string
  note?: ReactNode
  tab?: readonly string[]
}

export function FormPage<V extends object>({ note, tab, ...form }: FormPageProps<V>) {
  return (
    <>
      <PageHeader title={form.title} note={note} tab={tab} onBack={form.onCancel} />
      <Card className="kit-form">
        <FormBody {...form} />
      </Card>
    </>
  )
}

export type FormBodyProps<V extends object> = {
  title: string
  initialValues: Partial<V>
  validate?: (values: V) => FieldErrors
  /** Asked after validation and before sending; `false` keeps the form as it is. */
  confirm?: (values: V) => Promise<boolean>
  /** Sends the form; errors are shown at the fields and above the form. */
  submit: (values: V, changed: Partial<V>) => Promise<void>
  /** Navigates after `submit`, unless the page was left. The form stays busy until it resolves. */
  onDone?: () => void | Promise<void>
  onCancel?: () => void
  failure?: string
  submitLabel?: string
  busyLabel?: string
  messageForMs?: number
  form?: FormInstance<V>
  children: ReactNode
}

/** Form with field errors, one submit at a time, and a prompt before unsaved text is lost. */
export function FormBody<V extends object>(props: FormBodyProps<V>) {
  const { title, initialValues, validate, submit, onDone, onCancel, children } = props
  const text = commonTexts.useText()
  const notice = useNotice({ durationMs: props.messageForMs })
  const [ownForm] = Form.useForm<V>()
  const form = props.form ?? ownForm
  const [busy, setBusy] = useState(false)
  /** A ref, unlike `busy`, is set at once: a second click may come before the next render. */
  const sending = useRef(false)
  const dirty = useRef(false)
  const isCurrent = useIsCurrentPage()
  const hasText = () =>
    dirty.current && Object.keys(changedFields(initialValues, form.getFieldsValue(true) as V)).length > 0
  useLeaveGuard(hasText)
  const draft = useDraft(form, dirty)

  /** Shows errors at their fields and focuses the first; `unmatched` are errors without a field. */
  const showErrors = (errors: FieldErrors) => {
    const faults = Object.entries(errors).filter(([, message]) => message !== undefined)
    const matched = faults.filter(([path]) => form.getFieldInstance(fieldPath(path)) !== undefined)
    form.setFields(matched.map(([path, message]) => ({ name: fieldPath(path) as never, errors: [message ?? ''] })))
    const [first] = matched
    if (first) form.scrollToField(fieldPath(first[0]) as never, { focus: true, block: 'center' })
    return { faults, unmatched: faults.filter(fault => !matched.includes(fault)) }
  }

  const fail = (error: unknown) => {
    if (isShownByAttemptNote(error)) return
    const isValidation = error instanceof ApiError && error.code === 'VALIDATION'
    const { faults, unmatched } = showErrors(error instanceof ApiError ? error.errors : {})
    if (isValidation && faults.length > 0 && unmatched.length === 0) return
    notice.show('error', messageOf(error, props.failure))
  }

  const sendOnce = async () => {
    if (sending.current) return
    sending.current = true
    await send().finally(() => {
      sending.current = false
    })
  }

  const send = async () => {
    const values = form.getFieldsValue(true) as V
    const { faults, unmatched } = showErrors(validate?.(values) ?? {})
    if (unmatched[0]?.[1] !== undefined) notice.show('error', unmatched[0][1])
    if (faults.length > 0) return
    if (props.confirm && !(await props.confirm(values))) return
    setBusy(true)
    notice.clear()
    try {
      await submit(values, changedFields(initialValues, values)).catch(showWaiting)
      dirty.current = false
      draft.forget()
      if (isCurrent()) await onDone?.()
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }

  /** To be approved by a second person: for the form as if it were done. */
  const showWaiting = (error: unknown) => {
    if (!(error instanceof ApprovalPendingError)) throw error
    form.resetFields()
    notice.show('success', error.message)
  }

  const onValuesChange = (changed: Partial<V>) => {
    dirty.current = true
    form.setFields(Object.keys(changed).map(name => ({ name: name as never, errors: [] })))
  }

  return (
    <div className="kit-form-body">
      {notice.element}
      {draft.isRestored && <Alert type="info" showIcon title={text('draftIsBack')} closable onClose={draft.forget} />}
      <Form<V>
        form={form}
        layout="vertical"
        requiredMark
        initialValues={initialValues}
        onValuesChange={onValuesChange}
        onFinish={() => void sendOnce()}
        aria-label={title}
        aria-busy={busy}
      >
        {children}
        <div className="kit-form-buttons">
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
    </div>
  )
}

/** Unknown outcomes are not failures: the attempt note shows them. */
const isShownByAttemptNote = (error: unknown) =>
  error instanceof AlreadyBookedError ||
  (error instanceof OutcomeUnknownError && error.cause instanceof ApiError && !error.cause.isRejected)

type Props = { busy: boolean; children: ReactNode }

/** Disabled while busy. The spinner is decorative: the button keeps its name. */
export function SubmitButton({ busy, children }: Props) {
  const spinner = { icon: <LoadingIcon /> }
  return (
    <Button type="primary" htmlType="submit" disabled={busy} loading={busy && spinner}>
      {children}
    </Button>
  )
}
