import { StateSwitch } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { drawQuery } from '../features/draws/api/draw-query'
import { DrawView } from '../features/draws/components/draw-view'

export default function DrawDetailsPage() {
  const { drawId = '' } = useParams()
  const query = useQuery(drawQuery(drawId))
  return <StateSwitch query={query}>{draw => <DrawView draw={draw} />}</StateSwitch>
}
