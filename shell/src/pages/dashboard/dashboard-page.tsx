import './dashboard-page.css'
import { roleLabels } from '@cascade/contracts'
import { PageHeader } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import type { RemoteLoader } from '../../remotes/remote-loader'
import { shellTexts } from '../../texts'
import { BalanceCard } from './balance-card'
import { ConservationCard } from './conservation-card'
import { CountCards } from './count-cards'
import { LastOperations } from './last-operations'
import { SubtreeFigures } from './subtree-figures'

/** What an operator wants to see at once. Each part loads, fails and retries alone. */
export function DashboardPage({ loader }: { loader: RemoteLoader }) {
  const text = shellTexts.useText()
  const actor = useActor()
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
