import { NotAllowedState } from '@cascade/ui-kit'
import { useCan } from '@cascade/web-kit'
import { ClearForm } from '../features/clearing/components/clear-form'
import { ClearingList } from '../features/clearing/components/clearing-list'

export default function HistoryClearPage() {
  if (!useCan('history.clear')) return <NotAllowedState />
  return (
    <>
      <ClearForm />
      <ClearingList />
    </>
  )
}
