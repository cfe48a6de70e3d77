import './profile-details-page.css'
import { Button, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { useActor, useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { ChangePasswordCard } from '../features/profile/components/change-password-card'
import { ProfileCard } from '../features/profile/components/profile-card'
import { paths } from '../paths'
import { userQuery } from '../shared/api/user-query'
import { SessionsCard } from '../shared/sessions/components/sessions-card'
import { texts } from '../texts'

/** The signed-in user's own account. */
export default function ProfileDetailsPage() {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { _id } = useActor()
  const own = useQuery(userQuery(_id))
  const edit = <Button onClick={() => void navigate(address(paths.editProfile))}>{text('editProfile')}</Button>
  return (
    <StateSwitch query={own}>
      {account => (
        <>
          <PageHeader title={text('profile')} />
          <div className="accounts-stack">
            <ProfileCard account={account} extra={edit} />
            <ChangePasswordCard />
            <SessionsCard account={account} />
          </div>
        </>
      )}
    </StateSwitch>
  )
}
