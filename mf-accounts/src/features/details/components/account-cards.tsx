import './account-cards.css'
import { roleLabels } from '@cascade/contracts'
import type { Account } from '@cascade/contracts/accounts'
import { Amount, Card } from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { texts } from '../../../texts'

type Fact = readonly [label: string, value: ReactNode]

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <Card title={title} className="accounts-facts">
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className="accounts-fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Who an account is and what it holds. The specification fixes the figures of both weeks at zero. */
export function AccountCards({ account }: { account: Account }) {
  const text = texts.useText()
  const { username, firstName, lastName, role, walletBalance, commission } = account
  const zero = <Amount value={0} />
  const week: readonly Fact[] = [
    [text('totalPlayed'), zero],
    [text('totalWon'), zero],
    [text('endPoint'), zero],
  ]
  const roleFacts: readonly Fact[] = [
    [text('username'), username],
    [text('name'), `${firstName} ${lastName}`.trim()],
    [text('role'), roleLabels[role]],
  ]
  const creditFacts: readonly Fact[] = [
    [text('creditBalance'), <Amount key="balance" value={walletBalance} />],
    [text('commissionPoint'), <Amount key="commission" value={commission} />],
  ]
  return (
    <div className="accounts-cards">
      <Facts title={text('roleDetails')} facts={roleFacts} />
      <Facts title={text('credit')} facts={creditFacts} />
      <Facts title={text('lastWeek')} facts={week} />
      <Facts title={text('thisWeek')} facts={week} />
    </div>
  )
}
