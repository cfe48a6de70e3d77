import type { ResponseOf } from '@cascade/contracts'
import { viewApi, viewMinutes } from '@cascade/contracts/accounts'
import { Input, Modal } from '@cascade/ui-kit/data'
import { Field, FormBody, toFieldErrors } from '@cascade/ui-kit/forms'
import { call, startSession } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { viewAsTexts } from './texts'

type Props = { userId: string; name: string; onClose: () => void }

/** Asks for the reason, then shows the dashboard of the other login. */
export function ViewAsDialog({ userId, name, onClose }: Props) {
  const text = viewAsTexts.useText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const response = useRef<ResponseOf<typeof viewApi.begin>>(undefined)
  const submit = async (body: { reason: string }) => {
    response.current = await call(viewApi.begin, { params: { userId }, body })
  }
  const show = async () => {
    const answer = response.current
    if (!answer) return
    startSession(answer)
    queryClient.clear()
    await navigate(`/${answer.user.role}/dashboard`)
  }
  const title = text('title', { name })
  return (
    <Modal open centered width={440} title={title} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <p>{text('note', { name, minutes: viewMinutes })}</p>
      <FormBody<{ reason: string }>
        title={title}
        initialValues={{ reason: '' }}
        validate={values => toFieldErrors(viewApi.begin.body, values)}
        submit={submit}
        onDone={show}
        onCancel={onClose}
        failure={text('failed')}
        submitLabel={text('begin')}
      >
        <Field name="reason" label={text('reason')} required>
          <Input maxLength={200} />
        </Field>
      </FormBody>
    </Modal>
  )
}
