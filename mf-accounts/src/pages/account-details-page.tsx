import { childRoleOf } from '@cascade/contracts'
import type { Account } from '@cascade/contracts/accounts'
import { AddIcon, Button, PageHeader, useReturnToList } from '@cascade/ui-kit'
import { useAddress } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { AccountCards } from '../features/details/components/account-cards'
import { LastTransactions } from '../features/details/components/last-transactions'
import { AccountTable } from '../features/lists/components/account-table'
import { isLevelRole, type Level, levels } from '../levels/levels'
import { paths } from '../paths'
import { AccountGate } from '../shared/components/account-gate'
import { texts } from '../texts'

type Props = { level: Level; id: string; parentId?: string | undefined }

/** One account: its cards and the accounts directly below it or, where there are none by nature, its transactions. */
export default function AccountDetailsPage({ level, id, parentId }: Props) {
  const address = useAddress()
  const { role } = level
  const scope = parentId === undefined ? { role } : { role, parentId }
  return (
    <AccountGate scope={scope} id={id} back={address(paths.list, { level: role })}>
      {({ account }) => <Details level={level} account={account} />}
    </AccountGate>
  )
}

function Details({ level, account }: { level: Level; account: Account }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const returnToList = useReturnToList(address(paths.list, { level: level.role }))
  const childRole = childRoleOf(account.role)
  const childLevel = childRole !== undefined && isLevelRole(childRole) ? levels[childRole] : undefined
  const statement = (
    <Button onClick={() => void navigate(address(paths.statement, { level: level.role, id: account._id }))}>
      {text('statement')}
    </Button>
  )
  return (
    <>
      <PageHeader title={account.username} note={level.title} onBack={returnToList.now} actions={statement} />
      <AccountCards account={account} />
      {childLevel ? (
        <Children level={level} childLevel={childLevel} id={account._id} />
      ) : (
        <LastTransactions id={account._id} />
      )}
    </>
  )
}

function Children({ level, childLevel, id }: { level: Level; childLevel: Level; id: string }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { create } = childLevel
  const place = { level: level.role, id }
  const buttons = create && (
    <>
      <Button onClick={() => void navigate(address(paths.bulkCreateBelow, place))}>{text('bulkCreate')}</Button>
      <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.createBelow, place))}>
        {create.childButton ?? create.button}
      </Button>
    </>
  )
  return (
    <AccountTable
      level={childLevel}
      parentId={id}
      title={childLevel.title}
      exportAs={childLevel.childExport ?? childLevel.export}
      actions={buttons}
    />
  )
}
