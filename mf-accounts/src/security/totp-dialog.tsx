import type { ResponseOf } from '@cascade/contracts'
import { securityApi } from '@cascade/contracts/accounts'
import { Button, PageSpinner } from '@cascade/ui-kit'
import { Input, Modal } from '@cascade/ui-kit/data'
import { Field, Form, SubmitButton } from '@cascade/ui-kit/forms'
import { call, messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { renderSVG } from 'uqr'
import { useConfirmTotp } from './calls'
import { securityTexts } from './texts'

type Stored = ResponseOf<typeof securityApi.confirmTotp>

/** Adds an authenticator app: scan or type the key, then prove it with a code. */
export function TotpDialog({ onStored, onCancel }: { onStored: (stored: Stored) => void; onCancel: () => void }) {
  const text = securityTexts.useText()
  const confirming = useConfirmTotp()
  const [fault, setFault] = useState<string>()
  const begun = useQuery({
    queryKey: ['accounts', securityApi.beginTotp.id],
    queryFn: () => call(securityApi.beginTotp),
    // Each call makes a new secret.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const store = async ({ name, code }: { name?: string; code: string }) => {
    setFault(undefined)
    try {
      onStored(await confirming.mutateAsync({ body: { code, ...(name && { name }) } }))
    } catch (error) {
      setFault(messageOf(error, text('factorFailed')))
    }
  }
  return (
    <Modal
      open
      centered
      width={440}
      title={text('addTotp')}
      footer={null}
      mask={{ closable: false }}
      onCancel={onCancel}
    >
      {begun.isError && <p role="alert">{messageOf(begun.error, text('factorFailed'))}</p>}
      {begun.isPending && <PageSpinner />}
      {begun.data && (
        <Form layout="vertical" aria-label={text('addTotp')} onFinish={values => void store(values)}>
          <p>{text('scanCode')}</p>
          <QrCode uri={begun.data.uri} />
          <p>
            {text('totpKey')}:{' '}
            <code className="accounts-totp-key">{begun.data.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <Field name="name" label={text('factorName')}>
            <Input placeholder={text('factorNameHint')} maxLength={40} />
          </Field>
          <Field name="code" label={text('totpCode')} required {...(fault && { validateStatus: 'error', help: fault })}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={20} />
          </Field>
          <div className="accounts-buttons">
            <SubmitButton busy={confirming.isPending}>{text('addTotp')}</SubmitButton>
            <Button onClick={onCancel}>{text('back')}</Button>
          </div>
        </Form>
      )}
    </Modal>
  )
}

function QrCode({ uri }: { uri: string }) {
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`, [uri])
  return <img className="accounts-totp-picture" src={picture} alt="" />
}
