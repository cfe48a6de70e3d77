import type { Account } from '@cascade/contracts/accounts'
import { ActivateIcon, Button, DeactivateIcon, LogoutIcon, lazyWithRetry, TransferIcon } from '@cascade/ui-kit'
import { ExportButton, type ExportColumn } from '@cascade/ui-kit/data'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { AccountScope } from '../accounts/calls'
import { rowsSource, wholeFile } from '../accounts/rows-source'
import type { Level } from '../levels'
import { texts } from '../texts'
import type { BulkKind } from './run'

const BulkDialog = lazyWithRetry(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }))

type Props = {
  level: Level
  scope: AccountScope
  /** The selected accounts, those of other pages among them. */
  accounts: readonly Account[]
  columns: readonly ExportColumn<Account>[]
  /** Nothing is selected any more. */
  onDone: () => void
}

/** What can be done to all selected accounts at once. */
export function BulkActions({ level, scope, accounts, columns, onDone }: Props) {
  const text = texts.useText()
  const [opened, setOpened] = useState<{ kind: BulkKind; accounts: readonly Account[] }>()
  const source = useMemo(() => rowsSource('accounts.selected', accounts), [accounts])
  const can = (action: Level['actions'][number]) => level.actions.includes(action)
  const button = (kind: BulkKind, label: string, icon: ReactNode) => (
    <Button
      key={kind}
      size="small"
      icon={icon}
      disabled={touched(kind, accounts).length === 0}
      onClick={() => setOpened({ kind, accounts: touched(kind, accounts) })}
    >
      {label}
    </Button>
  )
  return (
    <>
      {can('credittransfer') && button('credit', text('bulkCredit'), <TransferIcon />)}
      {can('toggle') && button('activate', text('activate'), <ActivateIcon />)}
      {can('toggle') && button('deactivate', text('deactivate'), <DeactivateIcon />)}
      {can('logout') && button('logout', text('logout'), <LogoutIcon />)}
      {level.export !== false && (
        <ExportButton
          source={source}
          params={wholeFile}
          exportAs={{ file: text('selectedFile', { level: level.title }), sheet: level.title, columns, free: true }}
        />
      )}
      {opened && (
        <Suspense>
          <BulkDialog
            {...opened}
            scope={scope}
            onClose={ran => {
              setOpened(undefined)
              if (ran) onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Those of the chosen accounts to which the action does something. */
function touched(kind: BulkKind, accounts: readonly Account[]): readonly Account[] {
  if (kind === 'activate') return accounts.filter(({ userStatus }) => !userStatus)
  return kind === 'deactivate' ? accounts.filter(({ userStatus }) => userStatus) : accounts
}
