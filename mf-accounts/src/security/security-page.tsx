import '../profile/profile.css'
import { maintenanceApi, peopleApi, policyApi } from '@cascade/contracts/accounts'
import { Alert, PageHeader } from '@cascade/ui-kit'
import { useActor, useCallFilter, useSession } from '@cascade/web-kit'
import { MaintenanceCard } from '../maintenance/maintenance-card'
import { ElevationCard } from '../people/elevation-card'
import { AccessCard } from './access-card'
import { FactorsCard } from './factors-card'
import { PolicyCard } from './policy-card'
import { securityTexts } from './texts'

/** The user's second factors; a superadmin also sets the rules for all users. */
export default function SecurityPage() {
  const text = securityTexts.useText()
  const actor = useActor()
  const mayCall = useCallFilter()
  const mustEnrol = useSession(state => state.mustEnrol)
  return (
    <>
      <PageHeader title={text('security')} />
      <div className="accounts-stack">
        {mustEnrol && <Alert type="warning" showIcon title={text('enrolFirst')} />}
        <FactorsCard />
        {!mustEnrol && <AccessCard account={actor} />}
        {actor.person && mayCall(peopleApi.elevate) && !mustEnrol && <ElevationCard personId={actor.person.id} />}
        {mayCall(policyApi.change) && !mustEnrol && <PolicyCard />}
        {mayCall(maintenanceApi.change) && !mustEnrol && <MaintenanceCard />}
      </div>
    </>
  )
}
