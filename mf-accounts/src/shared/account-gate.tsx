import type { Account } from '@cascade/contracts/accounts'
import { Button, NotFoundState, PageSpinner, StateSwitch } from '@cascade/ui-kit'
import { ApiError } from '@cascade/web-kit'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { texts } from '../texts'
import { type AccountScope, accountQuery, anyUserQuery, type LoadedAccount, userQuery } from './calls'

/** Not found or out of scope: shown inside the layout, with a way back. */
export function MissingAccount({ back }: { back: string }) {
  const text = texts.useText()
  const navigate = useNavigate()
  return <NotFoundState action={<Button onClick={() => void navigate(back)}>{text('back')}</Button>} />
}

type GateProps<T> = { query: UseQueryResult<T>; back: string; children: (data: T) => ReactNode }

function Gate<T>({ query, back, children }: GateProps<T>) {
  if (query.data === undefined && query.error instanceof ApiError && query.error.status === 404) {
    return <MissingAccount back={back} />
  }
  return <StateSwitch query={query}>{children}</StateSwitch>
}

type LoadProps = {
  scope: AccountScope
  id: string
  back: string
  /** Ignores cached data: an edit must start from the current version. */
  fresh?: boolean
  /** ISO time of a past state; empty: now. */
  asOf?: string
  /** Also loads a deleted account. */
  deleted?: boolean
  children: (loaded: LoadedAccount) => ReactNode
}

/** Loads an account of a given level for its children. */
export function AccountGate({ scope, id, back, fresh = false, asOf = '', deleted = false, children }: LoadProps) {
  const query = useQuery({ ...accountQuery(scope, id, { asOf, deleted }), refetchOnMount: fresh ? 'always' : true })
  if (fresh && !query.isFetchedAfterMount) return <PageSpinner />
  return (
    <Gate query={query} back={back}>
      {children}
    </Gate>
  )
}

type UserProps = Pick<LoadProps, 'id' | 'back' | 'deleted'> & { children: (account: Account) => ReactNode }

export function UserGate({ id, back, deleted = false, children }: UserProps) {
  return (
    <Gate query={useQuery((deleted ? anyUserQuery : userQuery)(id))} back={back}>
      {children}
    </Gate>
  )
}
