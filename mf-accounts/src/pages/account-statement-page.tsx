import { Amount, PageHeader, useReturnToList } from '@cascade/ui-kit'
import { useAddress, useAsOf } from '@cascade/web-kit'
import { StatementTable } from '../features/statement/components/statement-table'
import type { Level } from '../levels/levels'
import { paths } from '../paths'
import { UserGate } from '../shared/components/account-gate'
import { SuspendedNotice } from '../shared/components/suspended-notice'
import { texts } from '../texts'

export default function AccountStatementPage({ level, id }: { level: Level; id: string }) {
  const text = texts.useText()
  const address = useAddress()
  const back = address(paths.list, { level: level.role })
  const returnToList = useReturnToList(back)
  const asOf = useAsOf()
  return (
    <UserGate id={id} back={back}>
      {account => (
        <>
          <PageHeader
            title={text('statementOf', { username: account.username })}
            tab={[account.username, text('statement')]}
            note={
              // Of a past moment the first entry below says it.
              asOf === '' && (
                <>
                  {text('balance')} <Amount value={account.walletBalance} />
                </>
              )
            }
            onBack={returnToList.now}
          />
          <SuspendedNotice account={account} />
          <StatementTable account={account} />
        </>
      )}
    </UserGate>
  )
}
