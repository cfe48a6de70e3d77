import type { Account } from '@cascade/contracts/accounts'
import { DataTable, RowActions } from '@cascade/ui-kit/data'
import { useAddress, useListState } from '@cascade/web-kit'
import type { ReactNode } from 'react'
import type { Level, LevelExport } from '../../../levels/levels'
import type { Under } from '../../../routing/use-under'
import { texts } from '../../../texts'
import { accountsSource } from '../api/accounts-source'
import { useAccountActions } from '../use-account-actions'
import { useAccountCommands } from '../use-account-commands'
import { accountColumns } from './account-columns'

type Props = {
  level: Level
  /** Where the table stands. */
  under: Under
  /** Only the accounts directly below this one. */
  parentId?: string
  title?: string
  exportAs?: LevelExport | undefined
  actions?: ReactNode
}

const rowKey = (account: Account) => account._id

/** The list of a level, or of one parent's accounts, with all that can be done to a row. */
export function AccountTable({ level, under, parentId, title, exportAs, actions }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const list = useListState()
  const { role } = level
  const below = parentId !== undefined
  const scope = parentId === undefined ? { role } : { role, parentId }
  const commands = useAccountCommands(scope)
  const actionsOf = useAccountActions({ level, commands, below, under })
  const rowActions = (account: Account) => <RowActions of={account.username} actions={actionsOf(account)} />
  const columns = accountColumns({ level, address, text, actions: rowActions })
  return (
    <>
      {commands.notice}
      <DataTable
        id={`accounts.${below ? 'below.' : ''}${role}`}
        title={title}
        columns={columns}
        rowKey={rowKey}
        source={accountsSource(scope)}
        list={list}
        search={text('search')}
        exportAs={exportAs}
        actions={actions}
      />
    </>
  )
}
