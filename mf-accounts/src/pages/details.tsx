import { childRoleOf } from '@cascade/contracts'
import type { Account } from '@cascade/contracts/accounts'
import { AddIcon, Button, PageHeader } from '@cascade/ui-kit'
import { useNavigate } from 'react-router-dom'
import { AccountGate } from '../components/account-gate'
import { AccountCards } from '../features/details/account-cards'
import { LastTransactions } from '../features/details/last-transactions'
import { AccountTable } from '../features/lists/account-table'
import { isLevelRole, type Level, levels } from '../levels/levels'
import { useGoBack } from '../routing/use-go-back'
import { useLinks } from '../routing/use-links'
import { accountsTexts } from '../texts'

type Props = { level: Level; id: string; parentId?: string | undefined }

/** One account: its cards and the accounts directly below it or, where there are none by nature, its transactions. */
export default function DetailsPage({ level, id, parentId }: Props) {
  const { role } = level
  const scope = parentId === undefined ? { role } : { role, parentId }
  return (
    <AccountGate scope={scope} id={id} back={useLinks().list(role)}>
      {({ account }) => <Details level={level} account={account} />}
    </AccountGate>
  )
}

function Details({ level, account }: { level: Level; account: Account }) {
  const text = accountsTexts.useText()
  const links = useLinks()
  const navigate = useNavigate()
  const goBack = useGoBack(links.list(level.role))
  const childRole = childRoleOf(account.role)
  const childLevel = childRole !== undefined && isLevelRole(childRole) ? levels[childRole] : undefined
  const statement = (
    <Button onClick={() => void navigate(links.statement(level.role, account._id))}>{text('statement')}</Button>
  )
  return (
    <>
      <PageHeader title={account.username} note={level.title} onBack={goBack} actions={statement} />
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
  const text = accountsTexts.useText()
  const links = useLinks()
  const navigate = useNavigate()
  const { create } = childLevel
  const buttons = create && (
    <>
      <Button onClick={() => void navigate(links.bulkCreateBelow(level.role, id))}>{text('bulkCreate')}</Button>
      <Button
        type="primary"
        icon={<AddIcon aria-hidden />}
        onClick={() => void navigate(links.createBelow(level.role, id))}
      >
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
