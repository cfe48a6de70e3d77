import { Button, NotAllowedState, NotFoundState, PageSpinner, StateSwitch, useReturnToList } from '@cascade/ui-kit'
import { ApiError, useAddress, useCan } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { descriptionQuery } from '../features/descriptions/api/description-query'
import { DescriptionForm } from '../features/descriptions/components/description-form'
import { VersionList } from '../features/descriptions/components/version-list'
import { timesQuery } from '../features/times/api/times-query'
import { paths } from '../paths'
import { texts } from '../texts'

export default function GameDescriptionPage() {
  const text = texts.useText()
  const { id = '' } = useParams()
  const address = useAddress()
  const returnToList = useReturnToList(address(paths.games))
  const queryClient = useQueryClient()
  const mayEdit = useCan('games.write')
  const description = useQuery({ ...descriptionQuery(id), enabled: mayEdit, refetchOnMount: 'always' })
  const times = useQuery({ ...timesQuery(), enabled: mayEdit })
  const reload = () => queryClient.fetchQuery({ ...descriptionQuery(id), staleTime: 0 })
  if (!mayEdit) return <NotAllowedState />
  if (description.error instanceof ApiError && description.error.status === 404) {
    const back = <Button onClick={returnToList.now}>{text('back')}</Button>
    return <NotFoundState note={description.error.message} action={back} />
  }
  if (!description.isFetchedAfterMount) return <PageSpinner />
  return (
    <StateSwitch query={description}>
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
    </StateSwitch>
  )
}
