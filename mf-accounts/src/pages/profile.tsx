import type { Account } from '@cascade/contracts/accounts'
import { Button, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { profileSet } from '../account-fields/field-sets'
import { userQuery } from '../api/find-user'
import { EditForm } from '../features/account-form/edit-form'
import { ChangePasswordCard } from '../features/profile/change-password-card'
import { ProfileCard } from '../features/profile/profile-card'
import { SessionsCard } from '../features/profile/sessions-card'
import { useGoBack } from '../routing/use-go-back'
import { useLinks } from '../routing/use-links'
import { accountsTexts } from '../texts'

/** The signed-in user's own account. */
export default function ProfilePage() {
  const { _id } = useActor()
  const links = useLinks()
  const rest = useParams()['*'] ?? ''
  const own = useQuery(userQuery(_id))
  if (rest !== '' && rest !== 'edit') return <Navigate to={links.profile} replace />
  return (
    <StateSwitch query={own}>
      {account => (rest === 'edit' ? <EditProfile account={account} /> : <Profile account={account} />)}
    </StateSwitch>
  )
}

function Profile({ account }: { account: Account }) {
  const text = accountsTexts.useText()
  const links = useLinks()
  const navigate = useNavigate()
  const edit = <Button onClick={() => void navigate(links.editProfile)}>{text('editProfile')}</Button>
  return (
    <>
      <PageHeader title={text('profile')} />
      <div className="a-stack">
        <ProfileCard account={account} extra={edit} />
        <ChangePasswordCard />
        <SessionsCard />
      </div>
    </>
  )
}

function EditProfile({ account }: { account: Account }) {
  const text = accountsTexts.useText()
  const links = useLinks()
  const goBack = useGoBack(links.profile)
  const queryClient = useQueryClient()
  const { role, _id } = account
  // One's own record is read without a version: nobody else edits it as a rule.
  const reload = async () => ({
    account: await queryClient.fetchQuery({ ...userQuery(_id), staleTime: 0 }),
    etag: undefined,
  })
  if (role === 'user') return null
  return (
    <EditForm
      title={text('editProfile')}
      scope={{ role }}
      set={profileSet}
      loaded={{ account, etag: undefined }}
      reload={reload}
      onDone={goBack}
    />
  )
}
