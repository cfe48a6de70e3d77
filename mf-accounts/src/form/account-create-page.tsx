import { childRoleOf } from '@cascade/contracts'
import { useAddress } from '@cascade/web-kit'
import { isLevelRole, type Level, levels } from '../levels'
import { paths } from '../paths'
import { MissingAccount, UserGate } from '../shared/account-gate'
import { CreateForm } from './create-form'

type Props = { level: Level; parentId?: string | undefined; referenceId?: string | undefined }

/** Creates an account of the level or, with `parentId`, a child of that account. */
export default function AccountCreatePage({ level, parentId, referenceId }: Props) {
  const address = useAddress()
  const back = address(paths.list, { level: level.role })
  if (parentId === undefined) {
    return level.create ? <CreateForm level={level} referenceId={referenceId} /> : <MissingAccount back={back} />
  }
  return (
    <UserGate id={parentId} back={back}>
      {parent => {
        const childRole = childRoleOf(parent.role)
        const isParent = parent.role === level.role && childRole !== undefined && isLevelRole(childRole)
        return isParent ? <CreateForm level={levels[childRole]} parent={parent} /> : <MissingAccount back={back} />
      }}
    </UserGate>
  )
}
