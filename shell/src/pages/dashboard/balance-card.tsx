import './balance-card.css'
import { Amount, BrandMark, Card } from '@cascade/ui-kit'
import { ownAccountQuery, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { shellTexts } from '../../texts'

export function BalanceCard() {
  const text = shellTexts.useText()
  const actor = useActor()
  const { data: account = actor } = useQuery(ownAccountQuery(actor))
  return (
    <Card className="shell-balance" title={text('balance')}>
      <p className="shell-balance-value">
        <Amount value={account.walletBalance} />
      </p>
      <BrandMark size={120} />
    </Card>
  )
}
