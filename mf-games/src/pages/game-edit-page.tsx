import { Button, NotAllowedState, NotFoundState, PageSpinner, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { ApiError, useAddress, useCan } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { gameQuery } from '../features/games/api/game-query'
import { EditGameForm } from '../features/games/components/edit-game-form'
import { paths } from '../paths'
import { texts } from '../texts'

export default function GameEditPage() {
  const text = texts.useText()
  const { id = '' } = useParams()
  const address = useAddress()
  const returnToList = useReturnToList(address(paths.games))
  const queryClient = useQueryClient()
  const mayEdit = useCan('games.write')
  // An edit begins with the present version, also where an older answer is at hand.
  const game = useQuery({ ...gameQuery(id), enabled: mayEdit, refetchOnMount: 'always' })
  const reload = () => queryClient.fetchQuery({ ...gameQuery(id), staleTime: 0 })
  if (!mayEdit) return <NotAllowedState />
  if (game.error instanceof ApiError && game.error.status === 404) {
    const back = <Button onClick={returnToList.now}>{text('back')}</Button>
    return <NotFoundState note={game.error.message} action={back} />
  }
  if (!game.isFetchedAfterMount) return <PageSpinner />
  return (
    <StateSwitch query={game}>
      {loaded => <EditGameForm key={loaded.game._id} loaded={loaded} reload={reload} returnToList={returnToList} />}
    </StateSwitch>
  )
}
