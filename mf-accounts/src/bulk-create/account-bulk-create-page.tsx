import { childRoleOf } from '@cascade/contracts'
import { accountApi, runApi } from '@cascade/contracts/accounts'
import { NotAllowedState } from '@cascade/ui-kit'
import { useAddress, useMayOpenForm } from '@cascade/web-kit'
import { isLevelRole, type Level, levels } from '../levels'
import { paths } from '../paths'
import { MissingAccount, UserGate } from '../shared/account-gate'
import { createSets } from '../shared/field-sets'
import { BulkCreate } from './bulk-create'

type Props = { level: Level; parentId?: string | undefined }

/** Bulk creation of accounts of the level or, with `parentId`, of children of that account. */
export default function AccountBulkCreatePage({ level, parentId }: Props) {
  const address = useAddress()
  const back = address(paths.list, { level: level.role })
  const role = (parentId !== undefined && childRoleOf(level.role)) || level.role
  const mayStart = useMayOpenForm(runApi.createAccounts)
  const mayCreate = useMayOpenForm(accountApi[role].create)
  if (!mayStart || !mayCreate) return <NotAllowedState />
  if (parentId === undefined) {
    const set = createSets[level.role]
    return set ? <BulkCreate level={level} set={set} /> : <MissingAccount back={back} />
  }
  return (
    <UserGate id={parentId} back={back}>
      {parent => {
        const childRole = childRoleOf(parent.role)
        const set = childRole && createSets[childRole]
        const isParent = parent.role === level.role && childRole !== undefined && isLevelRole(childRole)
        if (!isParent || !set) return <MissingAccount back={back} />
        return <BulkCreate level={levels[childRole]} set={set} parent={parent} />
      }}
    </UserGate>
  )
}
