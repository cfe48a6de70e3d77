import { useReturnToList } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import type { Level } from '../levels'
import { paths } from '../paths'
import { AccountGate, MissingAccount } from '../shared/account-gate'
import { SuspendedNotice } from '../shared/badges'
import { accountQuery } from '../shared/calls'
import { editSets } from '../shared/field-sets'
import { EditForm } from './edit-form'

type Props = { level: Level; id: string; parentId?: string | undefined }

export default function AccountEditPage({ level, id, parentId }: Props) {
  const { role } = level
  const address = useAddress()
  const back = address(paths.list, { level: role })
  const returnToList = useReturnToList(back)
  const set = editSets[role]
  const queryClient = useQueryClient()
  const scope = parentId === undefined ? { role } : { role, parentId }
  if (!set) return <MissingAccount back={back} />
  const reload = () => queryClient.fetchQuery({ ...accountQuery(scope, id), staleTime: 0 })
  return (
    <AccountGate scope={scope} id={id} back={back} fresh>
      {loaded => (
        <>
          <SuspendedNotice account={loaded.account} />
          <EditForm
            title={level.editTitle}
            scope={scope}
            set={set}
            loaded={loaded}
            reload={reload}
            returnToList={returnToList}
          />
        </>
      )}
    </AccountGate>
  )
}
