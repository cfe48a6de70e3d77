import { childRoleOf } from '@cascade/contracts'
import { type Account, runApi } from '@cascade/contracts/accounts'
import { AddIcon, Button, Card, PageHeader, useReturnToList } from '@cascade/ui-kit'
import { RowActions } from '@cascade/ui-kit/data'
import { useAddress, useAsOf, useCallFilter, useExtensions } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import { useAccountActions, useAccountCommands } from '../actions/account-actions'
import { useRestoreAction } from '../actions/restore-action'
import { CashCard } from '../cash/cash-card'
import { isLevelRole, type Level, levels } from '../levels'
import { LimitsCard } from '../limits/limits-card'
import { AccountTable } from '../lists/account-table'
import { type Background, paths } from '../paths'
import { RunActions } from '../runs/run-actions'
import { AccessCard } from '../security/access-card'
import { SessionsCard } from '../sessions/sessions-card'
import { AccountGate } from '../shared/account-gate'
import { SuspendedNotice } from '../shared/badges'
import { type AccountScope, accountCall } from '../shared/calls'
import { texts } from '../texts'
import { AccountCards, AncestorPath } from './account-cards'
import { HistoryCard } from './history-card'
import { LastTransactions } from './last-transactions'
import { Neighbours } from './neighbours'

type Props = { level: Level; id: string; parentId?: string | undefined }

/** One account: cards, and its child accounts or, for a level without any, its last transactions. */
export default function AccountDetailsPage({ level, id, parentId }: Props) {
  const address = useAddress()
  const asOf = useAsOf()
  const { role } = level
  const scope = parentId === undefined ? { role } : { role, parentId }
  return (
    <AccountGate scope={scope} id={id} asOf={asOf} deleted back={address(paths.list, { level: role })}>
      {({ account }) => <Details level={level} scope={scope} account={account} />}
    </AccountGate>
  )
}

function Details({ level, scope, account }: { level: Level; scope: AccountScope; account: Account }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const isDeleted = account.deletion !== undefined
  // A past state is read-only, and so is a deleted account.
  const isNow = useAsOf() === '' && !isDeleted
  const { role } = level
  const { _id: id, username } = account
  const returnToList = useReturnToList(address(paths.list, { level: role }))
  const childRole = childRoleOf(account.role)
  const childLevel = childRole !== undefined && isLevelRole(childRole) ? levels[childRole] : undefined
  const background: Background = { level: role, route: { view: 'details', id, level: 'base' } }
  const commands = useAccountCommands(scope)
  const actionsOf = useAccountActions({ level, commands, below: false, background })
  const restore = useRestoreAction(role)
  const buttons = (
    <>
      {isDeleted && <RowActions labelled of={username} actions={restore.actionsOf(account)} />}
      {isNow && <RowActions labelled of={username} actions={actionsOf(account)} />}
      <Button onClick={() => void navigate(address(paths.statement, { level: role, id }))}>{text('statement')}</Button>
      <Neighbours id={id} />
    </>
  )
  return (
    <>
      {commands.notice}
      {restore.notice}
      <PageHeader
        title={username}
        tab={[username, level.title]}
        note={<AncestorPath account={account} level={level} />}
        onBack={returnToList.now}
        actions={buttons}
      />
      <SuspendedNotice account={account} />
      <AccountCards account={account} />
      {childLevel && !isDeleted ? (
        <Children level={level} childLevel={childLevel} id={id} background={background} />
      ) : (
        <LastTransactions id={id} />
      )}
      {isNow && <CashCard userId={id} />}
      {isNow && <LimitsCard account={account} />}
      {!isDeleted && <SessionsCard account={account} />}
      {isNow && <AccessCard account={account} />}
      {isNow && <OtherCards account={account} />}
      <HistoryCard account={account} />
    </>
  )
}

/** Cards of other remotes. */
const OtherCards = ({ account }: { account: Account }) =>
  useExtensions('account').map(({ key, label, Component }) => (
    <Card key={key} title={label} className="accounts-other-card">
      <Component account={account} />
    </Card>
  ))

type ChildrenProps = { level: Level; childLevel: Level; id: string; background: Background }

function Children({ level, childLevel, id, background }: ChildrenProps) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const mayCall = useCallFilter()
  const create = mayCall(accountCall({ role: childLevel.role, parentId: id }, 'create').endpoint) && childLevel.create
  const target = { level: level.role, id }
  const buttons = create && (
    <>
      {mayCall(runApi.createAccounts) && (
        <Button onClick={() => void navigate(address(paths.bulkCreateBelow, target))}>{text('bulkCreate')}</Button>
      )}
      <Button type="primary" icon={<AddIcon />} onClick={() => void navigate(address(paths.createBelow, target))}>
        {create.childButton ?? create.button}
      </Button>
    </>
  )
  return (
    <AccountTable
      level={childLevel}
      background={background}
      parentId={id}
      title={childLevel.title}
      exportAs={childLevel.childExport ?? childLevel.export}
      actions={buttons}
      bulk={selected => <RunActions level={childLevel} {...selected} />}
    />
  )
}
