import { gameTexts } from '@cascade/contracts/games'
import { EmptyState, NotAllowedState, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { useActor, useCan } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { adminsQuery } from '../features/percentages/api/admins-query'
import { AdminChooser } from '../features/percentages/components/admin-chooser'
import { PercentageTable } from '../features/percentages/components/percentage-table'
import { texts } from '../texts'

export default function PercentageListPage() {
  const text = texts.useText()
  const actor = useActor()
  const mayRead = useCan('percentages.read')
  const maySet = useCan('percentages.write')
  if (!mayRead) return <NotAllowedState />
  return (
    <>
      <PageHeader title={text('percentages')} />
      {!maySet && <EmptyState title={gameTexts.none} />}
      {maySet && (actor.role === 'superadmin' ? <OfAnyAdmin /> : <PercentageTable adminId={actor._id} />)}
    </>
  )
}

/** A superadmin has no games of their own: the first admin's are shown until another one is chosen. */
function OfAnyAdmin() {
  const actor = useActor()
  const [search, setSearch] = useSearchParams()
  const admins = useQuery(adminsQuery(actor._id, ''))
  return (
    <StateSwitch query={admins} isEmpty={found => found.length === 0} empty={<EmptyState title={gameTexts.none} />}>
      {found => {
        const adminId = search.get('admin') ?? found[0]?._id ?? ''
        const choose = (chosen: string) => setSearch({ admin: chosen })
        const chooser = <AdminChooser value={adminId} onChoose={choose} />
        return <PercentageTable key={adminId} adminId={adminId} chooser={chooser} />
      }}
    </StateSwitch>
  )
}
