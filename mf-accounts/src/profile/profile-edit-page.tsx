import type { Account } from '@cascade/contracts/accounts'
import { StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { useActor, useAddress } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EditForm } from '../form/edit-form'
import { paths } from '../paths'
import { userQuery } from '../shared/calls'
import { profileSetOf } from '../shared/field-sets'
import { texts } from '../texts'

/** Edits the fields of the user's own account that they may change. */
export default function ProfileEditPage() {
  const { _id } = useActor()
  const own = useQuery(userQuery(_id))
  return <StateSwitch query={own}>{account => <EditProfile account={account} />}</StateSwitch>
}

function EditProfile({ account }: { account: Account }) {
  const text = texts.useText()
  const address = useAddress()
  const returnToProfile = useReturnToList(address(paths.profile))
  const queryClient = useQueryClient()
  const { role, _id } = account
  // No version check: normally only the owner edits this account.
  const reload = async () => ({
    account: await queryClient.fetchQuery({ ...userQuery(_id), staleTime: 0 }),
    etag: undefined,
  })
  if (role === 'user') return null
  return (
    <EditForm
      title={text('editProfile')}
      scope={{ role }}
      set={profileSetOf(role)}
      loaded={{ account, etag: undefined }}
      reload={reload}
      returnToList={returnToProfile}
    />
  )
}
