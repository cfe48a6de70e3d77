import type { Account } from '@cascade/contracts/accounts'
import {
  DataTable,
  describeFilters,
  type ExportColumn,
  Filters,
  RowActions,
  toExportColumns,
} from '@cascade/ui-kit/data'
import { type ListParams, useAddress, useListState } from '@cascade/web-kit'
import type { ReactNode } from 'react'
import { useAccountActions, useAccountCommands } from '../actions/account-actions'
import { useRestoreAction } from '../actions/restore-action'
import type { Level } from '../levels'
import type { Background } from '../paths'
import type { AccountScope } from '../shared/calls'
import { texts } from '../texts'
import { accountColumns, accountLine } from './account-columns'
import { FilterSum, useAccountFilters } from './account-filters'
import { accountFilters, accountsSource } from './calls'

type Props = {
  level: Level
  /** The page of the table. */
  background: Background
  parentId?: string
  title?: string
  exportAs?: Level['export'] | undefined
  actions?: ReactNode
  /** Tap action on a phone while an account is being chosen; replaces the row actions. */
  onOpen?: ((account: Account) => void) | undefined
  bulk: (selected: Selected) => ReactNode
}

type Selected = {
  scope: AccountScope
  accounts: readonly Account[]
  listParams: ListParams | undefined
  columns: readonly ExportColumn<Account>[]
  onDone: () => void
}

const nameOf = (account: Account) => account.username

const exportFileOf = ({ title }: Level) => ({ file: `${title}.xlsx`, sheet: title, free: true as const })

const rowKey = (account: Account) => account._id

/** Account list of a level, or of one parent. A past state is read-only: dialogs would quote old balances. */
export function AccountTable({ level, background, parentId, title, exportAs, actions, onOpen, bulk }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const list = useListState({ filters: accountFilters, takesAsOf: true })
  const isPast = list.params.asOf !== undefined
  const isDeleted = list.params.status === 'deleted'
  const { role } = level
  const below = parentId !== undefined
  const scope = parentId === undefined ? { role } : { role, parentId }
  const commands = useAccountCommands(scope)
  const actionsOf = useAccountActions({ level, commands, below, background })
  const restore = useRestoreAction(role)
  const rowActions = (account: Account) => (
    <RowActions of={account.username} actions={isDeleted ? restore.actionsOf(account) : actionsOf(account)} />
  )
  const fields = useAccountFilters(scope)
  const listed = { listed: { scope, params: list.params } }
  const columns = accountColumns({ level, address, text, isPast, isDeleted, listed, actions: rowActions })
  const select = (accounts: readonly Account[], onDone: () => void, all?: number) =>
    bulk({
      scope,
      accounts,
      listParams: all === undefined ? undefined : list.params,
      columns: toExportColumns(columns),
      onDone,
    })
  return (
    <>
      {commands.notice}
      {restore.notice}
      <DataTable
        id={`accounts.${below ? 'below.' : ''}${role}`}
        title={title}
        columns={columns}
        rowKey={rowKey}
        source={accountsSource(scope)}
        list={list}
        search={text('search')}
        {...(exportAs === false ? {} : { exportAs: exportAs ?? exportFileOf(level) })}
        actions={actions}
        emptyAction={actions}
        filters={<Filters list={list} fields={fields} />}
        onPaper={() => ({ facts: describeFilters({ list, fields }) })}
        {...(isPast || isDeleted ? {} : { selection: select })}
        nameOf={nameOf}
        phone={{ line: account => accountLine(account, role), onOpen }}
        below={<FilterSum scope={scope} params={list.params} />}
      />
    </>
  )
}
