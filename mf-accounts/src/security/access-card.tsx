import '../accounts/accounts.css'
import './access-card.css'
import { isSideRole } from '@cascade/contracts'
import type { Account } from '@cascade/contracts/accounts'
import { Button, Card, useConfirm, useToasts } from '@cascade/ui-kit'
import { messageOf, useActor } from '@cascade/web-kit'
import { useState } from 'react'
import { useResetFactors } from './calls'
import { NetworksDialog } from './networks-dialog'
import { securityTexts } from './texts'

/** How an account below signs in; a superadmin also restricts the own networks. */
export function AccessCard({ account }: { account: Pick<Account, '_id' | 'username' | 'role'> }) {
  const { _id, username, role } = account
  const text = securityTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const actor = useActor()
  const resetting = useResetFactors()
  const [isEditing, setEditing] = useState(false)
  const isOwn = _id === actor._id
  if (isSideRole(role) || (isOwn && role !== 'superadmin')) return null

  const resetFactors = async () => {
    const request = {
      title: text('resetFactors'),
      text: text('resetFactorsText', { username }),
      confirmLabel: text('resetFactors'),
      destructive: true,
    }
    if (!(await confirm(request))) return
    try {
      await resetting.mutateAsync({ params: { userId: _id } })
      toasts.success(text('factorsReset'))
    } catch (error) {
      toasts.error(messageOf(error, text('factorFailed')))
    }
  }
  return (
    <Card className="accounts-access" title={text(isOwn ? 'networks' : 'security')}>
      <div className="accounts-buttons">
        <Button onClick={() => setEditing(true)}>{text('networks')}</Button>
        {!isOwn && (
          <Button danger loading={resetting.isPending} onClick={() => void resetFactors()}>
            {text('resetFactors')}
          </Button>
        )}
      </div>
      {isEditing && <NetworksDialog userId={_id} username={username} onClose={() => setEditing(false)} />}
    </Card>
  )
}
