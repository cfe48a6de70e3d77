import './dashboard.css'
import { roleLabels } from '@cascade/contracts'
import { Amount, BrandMark, Card, PageHeader, Skeleton, StateSwitch, useBusinessZone } from '@cascade/ui-kit'
import { ownAccountQuery, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { RemoteLoader } from '../remotes/remote-loader'
import { shellTexts } from '../texts'
import { useShellScreen } from '../vitals/shown-screens'
import { dashboardQuery } from './calls'
import { ConservationCard } from './conservation-card'
import { CountCards } from './count-cards'
import { LastOperations } from './last-operations'
import { PlayCharts } from './play-charts'
import { TodayFigures } from './today-figures'
import { FlowCard, PresenceCard, SuspendedCard, VerifiedNote } from './watch-cards'

/** What an operator wants to see at once. Each part loads, fails and retries alone. */
export function DashboardPage({ loader }: { loader: RemoteLoader }) {
  const text = shellTexts.useText()
  const actor = useActor()
  useShellScreen('dashboard')
  // It is read beside the figures, and may come later.
  useBusinessZone()
  const welcome = text('welcome', { username: actor.username })
  return (
    <div className="shell-dashboard">
      <PageHeader title={welcome} note={text('welcomeNote', { role: roleLabels[actor.role] })} />
      <CountCards loader={loader} />
      <div className="shell-dashboard-row">
        <BalanceCard />
        {actor.role === 'superadmin' && <ConservationCard />}
      </div>
      <SubtreeFigures />
      <LastOperations />
    </div>
  )
}

/** What is going on below the user: play of today, charts, flows of credit, and what deserves a look. */
function SubtreeFigures() {
  const query = useQuery(dashboardQuery())
  return (
    <StateSwitch query={query} loading={<Skeleton active paragraph={{ rows: 6 }} />}>
      {figures => (
        <>
          <TodayFigures {...figures} />
          <div className="shell-dashboard-row">
            <PresenceCard {...figures} />
            <FlowCard {...figures} />
            <SuspendedCard {...figures} />
          </div>
          <PlayCharts {...figures} />
          <VerifiedNote {...figures} />
        </>
      )}
    </StateSwitch>
  )
}

function BalanceCard() {
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
