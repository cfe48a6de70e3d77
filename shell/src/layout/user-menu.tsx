import './layout.css'
import { roleLabels } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { DownIcon, Dropdown, EditIcon, formatPoints, LogoutIcon, useToasts } from '@cascade/ui-kit'
import { messageOf, ownAccountQuery, signOut, useActor } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { shellTexts } from '../texts'

export function UserMenu({ onPreloadProfile }: { onPreloadProfile: () => void }) {
  const text = shellTexts.useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const actor = useActor()
  const { data: account = actor } = useQuery(ownAccountQuery(actor))
  const name = actor.person?.name ?? account.username

  const leave = async () => {
    try {
      await signOut()
      queryClient.clear()
      await navigate('/auth/login', { replace: true })
    } catch (error) {
      toasts.error(messageOf(error, authTexts.logoutFailed))
    }
  }
  const items = [
    {
      key: 'who',
      type: 'group' as const,
      label: (
        <span className="shell-user-card">
          <strong>{name}</strong>
          {actor.person && <span>{account.username}</span>}
          <span>{roleLabels[account.role]}</span>
          <span className="shell-user-balance">
            {text('balance')} <b translate="no">{formatPoints(account.walletBalance)}</b>
          </span>
        </span>
      ),
    },
    { key: 'divider', type: 'divider' as const },
    { key: 'profile', icon: <EditIcon />, label: text('editProfile'), onMouseEnter: onPreloadProfile },
    { key: 'leave', icon: <LogoutIcon />, label: text('logOut') },
  ]
  const onClick = ({ key }: { key: string }) =>
    key === 'leave' ? void leave() : void navigate(`/${actor.role}/profile`)
  return (
    <Dropdown
      autoFocus
      menu={{ items, onClick }}
      trigger={['click']}
      placement="bottomRight"
      classNames={{ root: 'shell-popup' }}
    >
      <button type="button" className="shell-user">
        <span className="shell-user-initial" aria-hidden="true">
          {name.charAt(0).toUpperCase()}
        </span>
        <span className="kit-sr-only">{text('accountOf')} </span>
        <span className="shell-user-name">{name}</span>{' '}
        <span className="shell-user-wallet" translate="no">
          {formatPoints(account.walletBalance)}
        </span>
        <DownIcon className="shell-user-arrow" aria-hidden="true" />
      </button>
    </Dropdown>
  )
}
