import '../shared/shared.css'
import './access-card.css'
import { can, isSideRole } from '@cascade/contracts'
import { type Account, networkApi, securityApi, viewApi } from '@cascade/contracts/accounts'
import { Button, Card, StateSwitch, useConfirm, useToasts } from '@cascade/ui-kit'
import { messageOf, useActor, useCallFilter } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { viewAsTexts } from '../view-as/texts'
import { ViewAsDialog } from '../view-as/view-as-dialog'
import { networksQuery, useResetFactors } from './calls'
import { CodesDialog } from './codes-dialog'
import { NetworksDialog } from './networks-dialog'
import { securityTexts } from './texts'

const viewHash = '#view-as'

/** How an account below signs in; a superadmin also restricts the own networks. */
export function AccessCard({ account }: { account: Pick<Account, '_id' | 'username' | 'role'> }) {
  const { _id, username, role } = account
  const text = securityTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const actor = useActor()
  const mayCall = useCallFilter()
  const resetting = useResetFactors()
  const navigate = useNavigate()
  const { search, state, hash } = useLocation()
  const [isEditing, setEditing] = useState(false)
  const [code, setCode] = useState<string>()
  const isOwn = _id === actor._id
  const isHidden = isSideRole(role) || (isOwn && role !== 'superadmin')
  const mayView = !isOwn && can(role, 'people.manage') && mayCall(viewApi.begin)
  const networks = useQuery({ ...networksQuery(_id), enabled: !isHidden })
  if (isHidden) return null

  /** The dialog has an address, so that the palette can link to it. */
  const setHash = (next: string) =>
    void navigate({ search, hash: next }, { replace: true, state, preventScrollReset: true })
  const resetFactors = async () => {
    const request = {
      title: text('resetFactors'),
      text: text('resetFactorsText', { username }),
      confirmLabel: text('resetFactors'),
      destructive: true,
    }
    if (!(await confirm(request))) return
    try {
      const { message, enrolmentCode }: Removed = await resetting.mutateAsync({ params: { userId: _id } })
      toasts.success(message ?? text('factorsReset'))
      setCode(enrolmentCode)
    } catch (error) {
      toasts.error(messageOf(error, text('factorFailed')))
    }
  }
  return (
    <Card className="accounts-access" title={text(isOwn ? 'networks' : 'security')}>
      <StateSwitch query={networks}>
        {({ inForce }) => <NetworkRules rules={inForce.filter(rule => rule.networks.length > 0)} />}
      </StateSwitch>
      <div className="accounts-buttons">
        {mayCall(networkApi.change) && <Button onClick={() => setEditing(true)}>{text('networks')}</Button>}
        {mayView && <Button onClick={() => setHash(viewHash)}>{viewAsTexts.text('viewAs')}</Button>}
        {!isOwn && mayCall(securityApi.removeFactorsOf) && (
          <Button danger loading={resetting.isPending} onClick={() => void resetFactors()}>
            {text('resetFactors')}
          </Button>
        )}
      </div>
      {isEditing && <NetworksDialog userId={_id} username={username} onClose={() => setEditing(false)} />}
      {mayView && hash === viewHash && <ViewAsDialog userId={_id} name={username} onClose={() => setHash('')} />}
      {code && (
        <CodesDialog
          title={text('enrolmentCode')}
          note={text('enrolmentHandOver', { username })}
          codes={[code]}
          onClose={() => setCode(undefined)}
        />
      )}
    </Card>
  )
}

/** Without a code while the removal waits for a second person. */
type Removed = { message?: string; enrolmentCode?: string }

type Rules = { rules: readonly { username: string; networks: readonly string[] }[] }

/** An address must pass all rules. */
function NetworkRules({ rules }: Rules) {
  const text = securityTexts.useText()
  if (rules.length === 0) return <p>{text('networksEverywhere')}</p>
  return rules.map(({ username, networks }) => (
    <p key={username}>{text('networksInForce', { username, networks: networks.join(', ') })}</p>
  ))
}
