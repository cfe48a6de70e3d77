import { Amount, PageHeader } from '@cascade/ui-kit'
import { UserGate } from '../components/account-gate'
import { StatementTable } from '../features/statement/statement-table'
import type { Level } from '../levels/levels'
import { useGoBack } from '../routing/use-go-back'
import { useLinks } from '../routing/use-links'
import { accountsTexts } from '../texts'

export default function StatementPage({ level, id }: { level: Level; id: string }) {
  const text = accountsTexts.useText()
  const back = useLinks().list(level.role)
  const goBack = useGoBack(back)
  return (
    <UserGate id={id} back={back}>
      {account => (
        <>
          <PageHeader
            title={text('statementOf', { username: account.username })}
            note={
              <>
                {text('balance')} <Amount value={account.walletBalance} />
              </>
            }
            onBack={goBack}
          />
          <StatementTable account={account} />
        </>
      )}
    </UserGate>
  )
}
