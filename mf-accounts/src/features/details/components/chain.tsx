import './chain.css'
import type { Account } from '@cascade/contracts/accounts'
import { useActor, useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isLevelRole, type Level } from '../../../levels/levels'
import { paths } from '../../../paths'
import { SuspendedBadge } from '../../../shared/components/suspended-badge'
import { texts } from '../../../texts'
import { chainQuery } from '../api/chain-query'

/** The way down to an account, its level, and whether it can be used. */
export function Chain({ account, level }: { account: Account; level: Level }) {
  const text = texts.useText()
  const address = useAddress()
  const actor = useActor()
  const { data: above = [] } = useQuery(chainQuery(account))
  return (
    <>
      <span className="accounts-chain">
        {above.length > 0 && (
          <nav aria-label={text('above')}>
            {above.map(({ _id, username, role }) => (
              <span key={_id}>
                {isLevelRole(role) && _id !== actor._id ? (
                  <Link to={address(paths.details, { level: role, id: _id })}>{username}</Link>
                ) : (
                  username
                )}
                <span aria-hidden="true"> › </span>
              </span>
            ))}
          </nav>
        )}
        {level.title}
      </span>{' '}
      <SuspendedBadge account={account} />
    </>
  )
}
