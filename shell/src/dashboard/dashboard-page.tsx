import './dashboard.css'
import { roleLabels } from '@cascade/contracts'
import { Card, PageHeader, Skeleton, StateSwitch, useBusinessZone } from '@cascade/ui-kit'
import { useActor, useCan, useExtensions } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import type { RemoteLoader } from '../remotes/remote-loader'
import { shellTexts } from '../texts'
import { useShellScreen } from '../vitals/screen-log'
import { ActionItems } from './action-items'
import { BranchRanks } from './branch-ranks'
import { dashboardQuery } from './calls'
import { ConservationCard } from './conservation-card'
import { CountCards } from './count-cards'
import { FlowCard } from './flow-card'
import { LastOperations } from './last-operations'
import { LaunchCard } from './launch-card'
import { PhoneHome } from './phone-home'
import { PlayCharts } from './play-charts'
import { TodayFigures } from './today-figures'

/** Operator dashboard: action items, today's totals, breakdown. Each section loads and fails independently. */
export default function DashboardPage({ loader }: { loader: RemoteLoader }) {
  const text = shellTexts.useText()
  const actor = useActor()
  const mayLaunch = useCan('policy.manage')
  useShellScreen('dashboard')
  // The business zone may arrive after the figures.
  useBusinessZone()
  const { username, person } = actor
  const role = roleLabels[actor.role]
  return (
    <div className="shell-dashboard">
      <PageHeader
        title={text('welcome', { name: person?.name ?? username })}
        note={person ? text('welcomePerson', { username, role }) : text('welcomeNote', { role })}
      />
      {mayLaunch && <LaunchCard />}
      <PhoneHome />
      <CountCards loader={loader} />
      <SubtreeFigures />
      <LastOperations />
      <OtherCards />
    </div>
  )
}

/** Cards of remotes. */
const OtherCards = () =>
  useExtensions('dashboard').map(({ key, label, Component }) => (
    <Card key={key} title={label}>
      <Component />
    </Card>
  ))

function SubtreeFigures() {
  const mayVerify = useCan('ledger.verify')
  const query = useQuery(dashboardQuery())
  return (
    <StateSwitch query={query} loading={<Skeleton active paragraph={{ rows: 12 }} />}>
      {figures => (
        <>
          <div className="shell-home">
            <div className="shell-home-side">
              <ActionItems {...figures} />
              {mayVerify && <ConservationCard />}
              <FlowCard {...figures} />
            </div>
            <div className="shell-home-main">
              <TodayFigures {...figures} />
              <BranchRanks {...figures} />
            </div>
          </div>
          <PlayCharts {...figures} />
        </>
      )}
    </StateSwitch>
  )
}
