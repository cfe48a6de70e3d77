import { gamesApi } from '@cascade/contracts/games'
import { NotAllowedState, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { useAddress, useMayOpenForm } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { paths } from '../paths'
import { FreshGate } from '../shared/fresh-gate'
import { timesQuery } from '../times/calls'
import { descriptionQuery } from './calls'
import { DescriptionForm } from './description-form'
import { VersionList } from './version-list'

export default function GameDescriptionPage() {
  const { id = '' } = useParams()
  const address = useAddress()
  const returnToList = useReturnToList(address(paths.games))
  const queryClient = useQueryClient()
  const canEdit = useMayOpenForm(gamesApi.changeDescription)
  const description = useQuery({ ...descriptionQuery(id), enabled: canEdit, refetchOnMount: 'always' })
  const times = useQuery({ ...timesQuery(), enabled: canEdit })
  const reload = () => queryClient.fetchQuery({ ...descriptionQuery(id), staleTime: 0 })
  if (!canEdit) return <NotAllowedState />
  return (
    <FreshGate query={description} onBack={returnToList.now}>
      {loaded => (
        <StateSwitch query={times}>
          {timeRows => (
            <>
              <DescriptionForm id={id} loaded={loaded} times={timeRows} reload={reload} returnToList={returnToList} />
              <VersionList id={id} />
            </>
          )}
        </StateSwitch>
      )}
    </FreshGate>
  )
}
