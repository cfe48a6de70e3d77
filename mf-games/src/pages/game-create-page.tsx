import { NotAllowedState, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { useAddress, useCan } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { NewGameForm } from '../features/games/components/new-game-form'
import { PictureField } from '../features/pictures/components/picture-field'
import { usePictures } from '../features/pictures/use-pictures'
import { paths } from '../paths'
import { timesQuery } from '../times/calls'

export default function GameCreatePage() {
  const address = useAddress()
  const returnToList = useReturnToList(address(paths.games))
  const mayAdd = useCan('games.write')
  const times = useQuery({ ...timesQuery(), enabled: mayAdd })
  const chosen = usePictures()
  if (!mayAdd) return <NotAllowedState />
  return (
    <StateSwitch query={times}>
      {loaded => (
        <NewGameForm
          times={loaded}
          pictures={chosen.pictures.map(picture => picture.file)}
          markFaults={chosen.markFaults}
          pictureField={(wanted, share) => <PictureField chosen={chosen} wanted={wanted} share={share} />}
          returnToList={returnToList}
        />
      )}
    </StateSwitch>
  )
}
