import { NotAllowedState, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { useAddress, useCan } from '@cascade/web-kit'
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
  const mayEdit = useCan('games.write')
  const description = useQuery({ ...descriptionQuery(id), enabled: mayEdit, refetchOnMount: 'always' })
  const times = useQuery({ ...timesQuery(), enabled: mayEdit })
  const reload = () => queryClient.fetchQuery({ ...descriptionQuery(id), staleTime: 0 })
  if (!mayEdit) return <NotAllowedState />
  return (
    <FreshGate query={description} onBack={returnToList.now}>
      {loaded => (
        <StateSwitch query={times}>
          {known => (
            <>
              <DescriptionForm id={id} loaded={loaded} times={known} reload={reload} returnToList={returnToList} />
              <VersionList id={id} />
            </>
          )}
        </StateSwitch>
      )}
    </FreshGate>
  )
}
