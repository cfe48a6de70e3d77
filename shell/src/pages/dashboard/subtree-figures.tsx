import { Skeleton, StateSwitch } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from './dashboard-query'
import { PlayCharts } from './play-charts'
import { TodayFigures } from './today-figures'
import { FlowCard, PresenceCard, SuspendedCard, VerifiedNote } from './watch-cards'

/** What is going on below the user: play of today, charts, flows of credit, and what deserves a look. */
export function SubtreeFigures() {
  const { _id } = useActor()
  const query = useQuery(dashboardQuery(_id))
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
