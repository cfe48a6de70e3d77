import './step-up-dialog.css'
import { authTexts, securityApi } from '@cascade/contracts/accounts'
import { Button, UsernameField } from '@cascade/ui-kit'
import { Input, Modal } from '@cascade/ui-kit/data'
import { messageOf, readQuery, useActor, useStepUp } from '@cascade/web-kit'
import { isAppCode, stepUpWith } from '@cascade/web-kit/second-factor'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCodeFault } from '../login/use-code-fault'
import { shellTexts } from '../texts'

type Props = { onAnswer: (isProved: boolean) => void }

/** Asks once for password, code or passkey; the calls that wait continue by themselves. */
export function StepUpDialog({ onAnswer }: Props) {
  const text = shellTexts.useText()
  const { username } = useActor()
  const { data: factors = [] } = useQuery(readQuery(securityApi.factors))
  const [isByPassword, setByPassword] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const needsFactor = useStepUp(state => state.needsFactor)
  const explain = useCodeFault(text)
  const hasCode = factors.some(({ kind }) => kind === 'totp')
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey')
  const other = needsFactor ? undefined : 'password'
  const field = hasCode && !isByPassword ? 'code' : other

  const prove = async (proof: Parameters<typeof stepUpWith>[0]) => {
    setBusy(true)
    setFault(undefined)
    try {
      await stepUpWith(proof)
      onAnswer(true)
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'NotAllowedError'
      const code = proof !== 'passkey' && 'totp' in proof ? proof.totp : undefined
      setFault(isCancelled ? undefined : explain(messageOf(error, authTexts.loginError), code))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const secret = new FormData(event.currentTarget).get(field ?? '')
    if (busy || typeof secret !== 'string' || secret === '') return
    void prove(field === 'code' ? { totp: secret } : { password: secret })
  }
  return (
    <Modal
      open
      centered
      width={420}
      title={text('secondStep')}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => onAnswer(false)}
    >
      <form
        className="shell-step-up"
        onSubmit={submit}
        onInput={event => {
          const { name, value } = event.target as HTMLInputElement
          if (name === 'code' && isAppCode(value)) event.currentTarget.requestSubmit()
        }}
        aria-label={text('secondStep')}
      >
        <p>{text('stepUpNote')}</p>
        <UsernameField username={username} />
        {field && (
          <Input
            key={field}
            name={field}
            type={field === 'code' ? 'text' : 'password'}
            autoFocus
            autoComplete={field === 'code' ? 'one-time-code' : 'current-password'}
            aria-label={text(field)}
            placeholder={text(field)}
            maxLength={256}
            status={fault === undefined ? '' : 'error'}
          />
        )}
        {fault !== undefined && <p role="alert">{fault}</p>}
        <div className="shell-step-up-buttons">
          {hasCode && other && (
            <Button type="text" disabled={busy} onClick={() => setByPassword(!isByPassword)}>
              {text(isByPassword ? 'useCode' : 'usePassword')}
            </Button>
          )}
          {hasPasskey && (
            <Button type={field ? 'default' : 'primary'} disabled={busy} onClick={() => void prove('passkey')}>
              {text('usePasskey')}
            </Button>
          )}
          {field && (
            <Button type="primary" htmlType="submit" loading={busy}>
              {text('continue')}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}
