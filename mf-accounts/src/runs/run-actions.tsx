import type { Account, RunOperation } from '@cascade/contracts/accounts'
import {
  ActivateIcon,
  Button,
  DeactivateIcon,
  EditIcon,
  LogoutIcon,
  lazyWithRetry,
  OverlayBoundary,
  TransferIcon,
} from '@cascade/ui-kit'
import { ExportButton, type ExportColumn } from '@cascade/ui-kit/data'
import { type ListParams, useCallFilter, useMayChange } from '@cascade/web-kit'
import { type ReactNode, useMemo, useState } from 'react'
import type { Level } from '../levels'
import { accountsSource } from '../lists/calls'
import { type AccountScope, accountCall } from '../shared/calls'
import { exportPage, rowsSource } from '../shared/rows-source'
import { texts } from '../texts'

const RunDialog = lazyWithRetry(async () => ({ default: (await import('./run-dialog')).RunDialog }))

type Props = {
  level: Level
  scope: AccountScope
  /** Selected accounts across pages; empty if the whole list is selected. */
  accounts: readonly Account[]
  /** List parameters if the whole list is selected. */
  listParams: ListParams | undefined
  columns: readonly ExportColumn<Account>[]
  onDone: () => void
}

export function RunActions({ level, scope, accounts, listParams, columns, onDone }: Props) {
  const text = texts.useText()
  const [operation, setOperation] = useState<RunOperation>()
  const source = useMemo(
    () => (listParams ? accountsSource(scope) : rowsSource('accounts.selected', accounts)),
    [listParams, scope, accounts],
  )
  const mayCall = useCallFilter()
  const mayRun = useMayChange('runs.manage')
  const can = (action: Level['actions'][number]) =>
    mayRun &&
    level.actions.includes(action) &&
    mayCall(accountCall(scope, action === 'credittransfer' ? 'transfer' : 'toggle').endpoint)
  const button = (of: RunOperation, label: string, icon: ReactNode) => (
    <Button
      key={of}
      size="small"
      icon={icon}
      disabled={!listParams && affectedAccounts(of, accounts).length === 0}
      onClick={() => setOperation(of)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {can('credittransfer') && button('give-credit', text('runCredit'), <TransferIcon />)}
      {can('toggle') && button('activate', text('activate'), <ActivateIcon />)}
      {can('toggle') && button('suspend', text('deactivate'), <DeactivateIcon />)}
      {can('edit') && button('set-limits', text('runLimits'), <EditIcon />)}
      {can('logout') && button('log-out', text('logout'), <LogoutIcon />)}
      {level.export !== false && (
        <ExportButton
          source={source}
          params={listParams ? { ...listParams, ...exportPage } : exportPage}
          exportAs={{ file: text('selectedFile', { level: level.title }), sheet: level.title, columns, free: true }}
        />
      )}
      {operation && (
        <OverlayBoundary close={() => setOperation(undefined)}>
          <RunDialog
            operation={operation}
            scope={scope}
            accounts={affectedAccounts(operation, accounts)}
            listParams={listParams}
            onClose={ran => {
              setOperation(undefined)
              if (ran) onDone()
            }}
          />
        </OverlayBoundary>
      )}
    </>
  )
}

function affectedAccounts(operation: RunOperation, accounts: readonly Account[]): readonly Account[] {
  if (operation === 'activate') return accounts.filter(({ userStatus }) => !userStatus)
  return operation === 'suspend' ? accounts.filter(({ userStatus }) => userStatus) : accounts
}
