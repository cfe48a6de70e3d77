import { Button, NotFoundState, PageSpinner, StateSwitch } from '@cascade/ui-kit'
import { ApiError } from '@cascade/web-kit'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../texts'

type Props<T> = { query: UseQueryResult<T>; onBack: () => void; children: (loaded: T) => ReactNode }

/** Waits for fresh data, because an edit must start from the current version; a 404 shows a way back. */
export function FreshGate<T>({ query, onBack, children }: Props<T>) {
  const text = texts.useText()
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <NotFoundState note={query.error.message} action={<Button onClick={onBack}>{text('back')}</Button>} />
  }
  if (!query.isFetchedAfterMount) return <PageSpinner />
  return <StateSwitch query={query}>{children}</StateSwitch>
}
