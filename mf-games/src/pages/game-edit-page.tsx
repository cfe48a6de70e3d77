import { NotAllowedState, useReturnToList } from '@cascade/ui-kit'
import { useAddress, useCan } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { gameQuery } from '../features/games/api/game-query'
import { EditGameForm } from '../features/games/components/edit-game-form'
import { paths } from '../paths'
import { FreshGate } from '../shared/fresh-gate'

export default function GameEditPage() {
  const { id = '' } = useParams()
  const address = useAddress()
  const returnToList = useReturnToList(address(paths.games))
  const queryClient = useQueryClient()
  const mayEdit = useCan('games.write')
  const game = useQuery({ ...gameQuery(id), enabled: mayEdit, refetchOnMount: 'always' })
  const reload = () => queryClient.fetchQuery({ ...gameQuery(id), staleTime: 0 })
  if (!mayEdit) return <NotAllowedState />
  return (
    <FreshGate query={game} onBack={returnToList.now}>
      {loaded => <EditGameForm key={loaded.game._id} loaded={loaded} reload={reload} returnToList={returnToList} />}
    </FreshGate>
  )
}
