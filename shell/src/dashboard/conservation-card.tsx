import './dashboard.css'
import { Amount, Card, formatDateTime, formatPoints, Skeleton, StateSwitch, StatusBadge } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { shellTexts } from '../texts'
import { conservationQuery } from './calls'

export function ConservationCard() {
  const text = shellTexts.useText()
  const query = useQuery(conservationQuery())
  return (
    <Card title={text('conservation')} extra={query.data && <Verdict difference={query.data.difference} />}>
      <StateSwitch query={query} loading={<Skeleton active title={false} paragraph={{ rows: 3 }} />}>
        {check => (
          <>
            <dl className="shell-figures">
              <dt>{text('issued')}</dt>
              <dd>
                <Amount value={check.issued} />
              </dd>
              <dt>{text('wallets')}</dt>
              <dd>
                <Amount value={check.wallets} />
              </dd>
              <dt>{text('pools')}</dt>
              <dd>
                <Amount value={check.pools} />
              </dd>
            </dl>
            <p className="shell-card-note">{text('checkedAt', { time: formatDateTime(check.checkedAt) })}</p>
          </>
        )}
      </StateSwitch>
    </Card>
  )
}

function Verdict({ difference }: { difference: number }) {
  const text = shellTexts.useText()
  return (
    <span role="status">
      {difference === 0 ? (
        <StatusBadge tone="success">{text('conserved')}</StatusBadge>
      ) : (
        <StatusBadge tone="danger">{text('notConserved', { difference: formatPoints(difference) })}</StatusBadge>
      )}
    </span>
  )
}
