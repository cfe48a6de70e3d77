import type { Account } from '@cascade/contracts/accounts'
import { Button } from '@cascade/ui-kit'
import { pageQuery, useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { accountsSource } from '../lists/calls'
import { type ListedState, paths } from '../paths'
import { texts } from '../texts'

/** Buttons to the previous and next account of the list page. */
export function Neighbours({ id }: { id: string }) {
  // Kept in state: a credit drawer over the account has its own history entry.
  const [state] = useState(useLocation().state as Partial<ListedState> | null)
  return state?.listed === undefined ? null : <NeighbourButtons id={id} listed={state.listed} walked={state.walked} />
}

type Props = { id: string } & Pick<ListedState, 'listed'> & { walked: ListedState['walked'] }

function NeighbourButtons({ id, listed, walked }: Props) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const { scope, params } = listed
  // Cached as shown; refetched only after a browser reload.
  const { data } = useQuery({ ...pageQuery(accountsSource(scope), params), staleTime: Number.POSITIVE_INFINITY })
  const rows = data?.rows ?? []
  const at = rows.findIndex(({ _id }) => _id === id)
  if (at < 0) return null
  const buttonTo = (walked: NonNullable<ListedState['walked']>, account: Account | undefined) => {
    const state: ListedState = { listed, walked }
    const to = account && address(paths.details, { level: scope.role, id: account._id })
    return {
      disabled: to === undefined,
      title: account?.username,
      onClick: () => to !== undefined && void navigate(to, { replace: true, state }),
    }
  }
  return (
    <>
      <Button {...buttonTo('previous', rows[at - 1])} autoFocus={walked === 'previous'}>
        {text('previous')}
      </Button>
      <Button {...buttonTo('next', rows[at + 1])} autoFocus={walked === 'next'}>
        {text('next')}
      </Button>
    </>
  )
}
