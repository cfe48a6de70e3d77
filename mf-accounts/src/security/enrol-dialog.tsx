import type { ResponseOf } from '@cascade/contracts'
import { type Factor, securityApi } from '@cascade/contracts/accounts'
import { Button } from '@cascade/ui-kit'
import { Input, Modal } from '@cascade/ui-kit/data'
import { Field, Form, SubmitButton } from '@cascade/ui-kit/forms'
import { call, messageOf } from '@cascade/web-kit'
import { useMemo, useState } from 'react'
import { renderSVG } from 'uqr'
import { useConfirmTotp, useFinishPasskey } from './calls'
import { securityTexts } from './texts'

type Enrolled = ResponseOf<typeof securityApi.confirmTotp>
type Props = {
  kind: Factor['kind']
  /** The factors were removed by a superior, who has a code. */
  needsCode: boolean
  onEnrolled: (enrolled: Enrolled) => void
  onCancel: () => void
}
type Values = { name: string; code?: string; enrolmentCode?: string }

/** Adds a factor: first its name, then a code of the app, or the passkey in a dialog of the browser. */
export function EnrolDialog({ kind, needsCode, onEnrolled, onCancel }: Props) {
  const text = securityTexts.useText()
  const confirming = useConfirmTotp()
  const finishing = useFinishPasskey()
  const [app, setApp] = useState<{ name: string; secret: string; uri: string }>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const title = text(kind === 'totp' ? 'addTotp' : 'addPasskey')

  const proceed = async ({ name, code = '', enrolmentCode }: Values) => {
    const proof = enrolmentCode ? { enrolmentCode } : {}
    if (app) return onEnrolled(await confirming.mutateAsync({ body: { name: app.name, code, ...proof } }))
    if (kind === 'totp') return setApp({ name, ...(await call(securityApi.beginTotp, { body: { name } })) })
    const { registerPasskey } = await import('@cascade/web-kit/second-factor')
    const { data } = await call(securityApi.beginPasskey)
    const passkey = await registerPasskey(data)
    return onEnrolled(await finishing.mutateAsync({ body: { name, passkey, ...proof } }))
  }
  const submit = async (values: Values) => {
    setError(undefined)
    setBusy(true)
    try {
      await proceed(values)
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'NotAllowedError'
      setError(isCancelled ? undefined : messageOf(error, text('factorFailed')))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal open centered width={440} title={title} footer={null} mask={{ closable: false }} onCancel={onCancel}>
      <Form layout="vertical" aria-label={title} onFinish={(values: Values) => void submit(values)}>
        {app ? (
          <>
            <p>{text('scanCode')}</p>
            <QrCode uri={app.uri} />
            <p>
              {text('totpKey')}: <code className="accounts-totp-key">{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
            </p>
            <Field name="code" label={text('totpCode')} required>
              <Input autoComplete="one-time-code" inputMode="numeric" maxLength={20} />
            </Field>
          </>
        ) : (
          <Form.Item
            name="name"
            label={text('factorName')}
            extra={text(`factorName_${kind}`)}
            rules={[{ required: true, whitespace: true, message: text('factorNameMissing') }]}
          >
            <Input autoFocus placeholder={text('factorNameHint')} maxLength={40} />
          </Form.Item>
        )}
        {needsCode && (app || kind === 'passkey') && (
          <Field name="enrolmentCode" label={text('enrolmentCode')} help={text('enrolmentCodeNote')} required>
            <Input autoComplete="off" maxLength={40} />
          </Field>
        )}
        {error !== undefined && <p role="alert">{error}</p>}
        <div className="accounts-buttons">
          <SubmitButton busy={busy}>{app || kind === 'passkey' ? title : text('goOn')}</SubmitButton>
          <Button onClick={onCancel}>{text('back')}</Button>
        </div>
      </Form>
    </Modal>
  )
}

function QrCode({ uri }: { uri: string }) {
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`, [uri])
  return <img className="accounts-totp-picture" src={picture} alt="" />
}
