import { StateSwitch } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { drawQuery } from './calls'
import { DrawView } from './draw-view'

export default function DrawDetailsPage() {
  const { drawId = '' } = useParams()
  const query = useQuery(drawQuery(drawId))
  return <StateSwitch query={query}>{draw => <DrawView draw={draw} />}</StateSwitch>
}
