import '../accounts/accounts.css'
import './security.css'
import { type Factor, securityApi } from '@cascade/contracts/accounts'
import { Button, Card, formatCount, Moment, StateSwitch, useConfirm, useToasts } from '@cascade/ui-kit'
import { call, messageOf, useSession } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorsQuery, useFinishPasskey, useRemoveFactor, useReplaceRecoveryCodes } from './calls'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import { securityTexts } from './texts'
import { TotpDialog } from './totp-dialog'

export function FactorsCard() {
  const text = securityTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const query = useQuery(factorsQuery())
  const removing = useRemoveFactor()
  const replacing = useReplaceRecoveryCodes()
  const passkeys = useFinishPasskey()
  const [isAddingTotp, setAddingTotp] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()

  const showStored = ({ recoveryCodes }: { recoveryCodes?: readonly string[] | undefined }) => {
    setAddingTotp(false)
    useSession.setState({ mustEnrol: false })
    toasts.success(text('factorStored'))
    setCodes(recoveryCodes)
  }
  const attempt = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (error) {
      // The user cancelled the browser's own dialog.
      if (error instanceof Error && error.name === 'NotAllowedError') return
      toasts.error(messageOf(error, text('factorFailed')))
    }
  }
  const addPasskey = () =>
    attempt(async () => {
      const { registerPasskey } = await import('@cascade/web-kit/second-factor')
      const { data } = await call(securityApi.beginPasskey)
      const passkey = await registerPasskey(data)
      showStored(await passkeys.mutateAsync({ body: { name: text('factor_passkey'), passkey } }))
    })
  const remove = async ({ _id, name }: Factor) => {
    const request = {
      title: text('removeFactorTitle'),
      text: text('removeFactorText', { name }),
      confirmLabel: text('removeFactor'),
      destructive: true,
    }
    if (!(await confirm(request))) return
    await attempt(async () => {
      await removing.mutateAsync({ params: { id: _id } })
      toasts.success(text('factorRemoved'))
    })
  }
  const replaceCodes = async () => {
    const request = { title: text('newRecoveryCodes'), text: text('newRecoveryText'), destructive: true }
    if (!(await confirm(request))) return
    await attempt(async () => setCodes((await replacing.mutateAsync({})).recoveryCodes))
  }

  return (
    <Card title={text('secondFactor')}>
      <StateSwitch query={query}>
        {({ factors, recoveryCodesLeft }) => (
          <div className="accounts-factors">
            <p>{text('secondFactorNote')}</p>
            {factors.length === 0 && <p className="accounts-lined-none">{text('factorsNone')}</p>}
            <ul className="accounts-lined">
              {factors.map(factor => (
                <FactorRow
                  key={factor._id}
                  factor={factor}
                  busy={removing.isPending && removing.variables.params.id === factor._id}
                  onRemove={() => void remove(factor)}
                />
              ))}
            </ul>
            <div className="accounts-buttons">
              <Button type="primary" onClick={() => setAddingTotp(true)}>
                {text('addTotp')}
              </Button>
              {'PublicKeyCredential' in globalThis && (
                <Button loading={passkeys.isPending} onClick={() => void addPasskey()}>
                  {text('addPasskey')}
                </Button>
              )}
              {factors.length > 0 && (
                <Button loading={replacing.isPending} onClick={() => void replaceCodes()}>
                  {text('newRecoveryCodes')}
                </Button>
              )}
            </div>
            {factors.length > 0 && <p>{text('recoveryLeft', { count: formatCount(recoveryCodesLeft) })}</p>}
          </div>
        )}
      </StateSwitch>
      {isAddingTotp && <TotpDialog onStored={showStored} onCancel={() => setAddingTotp(false)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}

function FactorRow({ factor, busy, onRemove }: { factor: Factor; busy: boolean; onRemove: () => void }) {
  const text = securityTexts.useText()
  return (
    <li>
      <div>
        <strong>{factor.name}</strong> · {text(`factor_${factor.kind}`)}
        <p>
          {text('factorAdded')} <Moment at={factor.createdAt} /> ·{' '}
          {factor.lastUsedAt === null ? (
            text('factorUnused')
          ) : (
            <>
              {text('factorUsed')} <Moment at={factor.lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="small" danger loading={busy} onClick={onRemove}>
        {text('removeFactor')}
      </Button>
    </li>
  )
}
