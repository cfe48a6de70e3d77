import { SumList } from '../../../shared/components/sums'
import { texts } from '../../../texts'
import type { AdminCommissionPage } from '../api/admin-commissions-source'

/** What all rows of the report come to. */
export function AdminCommissionSums({ summary }: Pick<AdminCommissionPage, 'summary'>) {
  const text = texts.useText()
  const sums = [
    { label: text('totalCommissionPoint'), value: summary.commission },
    { label: text('totalBetPoint'), value: summary.totalpoints },
    { label: text('totalWonPoint'), value: summary.totalwinpoints },
  ]
  return <SumList sums={sums} />
}
