import { Button, NotFoundState, PageSpinner, StateSwitch } from '@cascade/ui-kit'
import { ApiError } from '@cascade/web-kit'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../texts'

type Props<T> = { query: UseQueryResult<T>; onBack: () => void; children: (loaded: T) => ReactNode }

/** What an edit begins with: the present version, also where an older answer is at hand, or the way back from nothing. */
export function FreshGate<T>({ query, onBack, children }: Props<T>) {
  const text = texts.useText()
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <NotFoundState note={query.error.message} action={<Button onClick={onBack}>{text('back')}</Button>} />
  }
  if (!query.isFetchedAfterMount) return <PageSpinner />
  return <StateSwitch query={query}>{children}</StateSwitch>
}
