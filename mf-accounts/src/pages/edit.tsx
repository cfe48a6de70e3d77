import { useQueryClient } from '@tanstack/react-query'
import { editSets } from '../account-fields/field-sets'
import { accountQuery } from '../api/read-account'
import { AccountGate, MissingAccount } from '../components/account-gate'
import { EditForm } from '../features/account-form/edit-form'
import type { Level } from '../levels/levels'
import { useGoBack } from '../routing/use-go-back'
import { useLinks } from '../routing/use-links'

type Props = { level: Level; id: string; parentId?: string | undefined }

export default function EditPage({ level, id, parentId }: Props) {
  const { role } = level
  const back = useLinks().list(role)
  const goBack = useGoBack(back)
  const set = editSets[role]
  const queryClient = useQueryClient()
  const scope = parentId === undefined ? { role } : { role, parentId }
  if (!set) return <MissingAccount back={back} />
  const reload = () => queryClient.fetchQuery({ ...accountQuery(scope, id), staleTime: 0 })
  return (
    <AccountGate scope={scope} id={id} back={back} fresh>
      {loaded => (
        <EditForm title={level.editTitle} scope={scope} set={set} loaded={loaded} reload={reload} onDone={goBack} />
      )}
    </AccountGate>
  )
}
