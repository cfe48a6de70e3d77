import type { Account } from '@cascade/contracts/accounts'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { type ReactNode, useMemo } from 'react'
import { accountsSource } from '../../api/list-accounts'
import type { Level, LevelExport } from '../../levels/levels'
import { useLinks } from '../../routing/use-links'
import { accountsTexts } from '../../texts'
import { accountColumns, accountExportColumns } from './account-columns'
import { AccountRowActions } from './account-row-actions'
import { useAccountCommands } from './use-account-commands'

type Props = {
  level: Level
  /** Only the accounts directly below this one. */
  parentId?: string
  title?: string
  exportAs?: LevelExport | undefined
  actions?: ReactNode
}

const rowKey = (account: Account) => account._id

/** The list of a level, or of one parent's accounts, with all that can be done to a row. */
export function AccountTable({ level, parentId, title, exportAs, actions }: Props) {
  const text = accountsTexts.useText()
  const links = useLinks()
  const list = useListState()
  const { role } = level
  const below = parentId !== undefined
  const scope = useMemo(() => (parentId === undefined ? { role } : { role, parentId }), [role, parentId])
  const source = useMemo(() => accountsSource(scope), [scope])
  const commands = useAccountCommands(scope)
  const rowActions = (account: Account) => (
    <AccountRowActions account={account} level={level} links={links} commands={commands} below={below} />
  )
  const columns = accountColumns({ level, links, text, actions: rowActions })
  return (
    <>
      {commands.notice}
      <DataTable
        id={`accounts.${below ? 'below.' : ''}${role}`}
        title={title}
        columns={columns}
        rowKey={rowKey}
        source={source}
        list={list}
        search={text('search')}
        exportAs={exportAs && { ...exportAs, columns: accountExportColumns(columns) }}
        actions={actions}
      />
    </>
  )
}
