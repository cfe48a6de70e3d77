import '../shared/shared.css'
import './security.css'
import { type Factor, securityTexts as messages, securityApi } from '@cascade/contracts/accounts'
import { Button, Card, formatCount, Moment, StateSwitch, useConfirm, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { messageOf, useActor, useMayCall, useSession } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { factorsQuery, useRemoveFactor, useRenameFactor, useReplaceRecoveryCodes } from './calls'
import { CodesDialog } from './codes-dialog'
import { EnrolDialog } from './enrol-dialog'
import { securityTexts } from './texts'

export function FactorsCard() {
  const text = securityTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const actor = useActor()
  const mayChange = useMayCall(securityApi.removeFactor)
  const query = useQuery(factorsQuery())
  const removing = useRemoveFactor()
  const renaming = useRenameFactor()
  const replacing = useReplaceRecoveryCodes()
  const [newKind, setNewKind] = useState<Factor['kind']>()
  const [codes, setCodes] = useState<readonly string[]>()

  const showEnrolled = ({ recoveryCodes }: { recoveryCodes?: readonly string[] | undefined }) => {
    setNewKind(undefined)
    useSession.setState({ mustEnrol: false })
    toasts.success(text('factorStored'))
    setCodes(recoveryCodes)
  }
  const attempt = async (action: () => Promise<unknown>) => {
    try {
      await action()
    } catch (error) {
      toasts.error(messageOf(error, text('factorFailed')))
    }
  }
  const remove = async ({ _id, name, kind }: Factor, factors: readonly Factor[]) => {
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
      if (kind !== 'passkey') return
      const { signalPasskeys } = await import('@cascade/web-kit/second-factor')
      const others = factors.filter(factor => factor._id !== _id)
      signalPasskeys(
        actor._id,
        others.flatMap(({ credentialId = [] }) => credentialId),
      )
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
        {({ factors, recoveryCodesLeft, mayEnrol, needsEnrolmentCode }) => (
          <div className="accounts-factors">
            <p>{mayEnrol ? text('secondFactorNote') : messages.factorsOff}</p>
            {mayEnrol && factors.length === 0 && <p className="accounts-lined-none">{text('factorsNone')}</p>}
            <ul className="accounts-lined">
              {factors.map(factor => (
                <FactorRow
                  key={factor._id}
                  factor={factor}
                  busy={removing.isPending && removing.variables.params.id === factor._id}
                  mayChange={mayChange}
                  onRename={name => attempt(() => renaming.mutateAsync({ params: { id: factor._id }, body: { name } }))}
                  onRemove={() => void remove(factor, factors)}
                />
              ))}
            </ul>
            {mayChange && (
              <div className="accounts-buttons">
                {mayEnrol && (
                  <Button type="primary" onClick={() => setNewKind('totp')}>
                    {text('addTotp')}
                  </Button>
                )}
                {mayEnrol && 'PublicKeyCredential' in globalThis && (
                  <Button onClick={() => setNewKind('passkey')}>{text('addPasskey')}</Button>
                )}
                {factors.length > 0 && (
                  <Button loading={replacing.isPending} onClick={() => void replaceCodes()}>
                    {text('newRecoveryCodes')}
                  </Button>
                )}
              </div>
            )}
            {factors.length > 0 && <p>{text('recoveryLeft', { count: formatCount(recoveryCodesLeft) })}</p>}
            {newKind && (
              <EnrolDialog
                kind={newKind}
                needsCode={needsEnrolmentCode}
                onEnrolled={showEnrolled}
                onCancel={() => setNewKind(undefined)}
              />
            )}
          </div>
        )}
      </StateSwitch>
      {codes && (
        <CodesDialog
          title={text('recoveryCodes')}
          note={text('recoveryNote')}
          codes={codes}
          onClose={() => setCodes(undefined)}
        />
      )}
    </Card>
  )
}

type RowProps = {
  factor: Factor
  busy: boolean
  mayChange: boolean
  onRename: (name: string) => Promise<void>
  onRemove: () => void
}

function FactorRow({ factor, busy, mayChange, onRename, onRemove }: RowProps) {
  const text = securityTexts.useText()
  const [isRenaming, setRenaming] = useState(false)
  const rename = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name !== '' && name !== factor.name) await onRename(name)
    setRenaming(false)
  }
  return (
    <li>
      <div>
        {isRenaming ? (
          <form className="accounts-factor-name" onSubmit={event => void rename(event)}>
            <Input name="name" autoFocus aria-label={text('factorName')} defaultValue={factor.name} maxLength={40} />
            <Button htmlType="submit">{text('saveName')}</Button>
          </form>
        ) : (
          <>
            <strong>{factor.name}</strong> · {text(`factor_${factor.kind}`)}
          </>
        )}
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
      {mayChange && (
        <div className="accounts-buttons">
          <Button size="small" onClick={() => setRenaming(!isRenaming)}>
            {text('rename')}
          </Button>
          <Button size="small" danger loading={busy} onClick={onRemove}>
            {text('removeFactor')}
          </Button>
        </div>
      )}
    </li>
  )
}
