import type { AccountRole } from '@cascade/contracts'
import { useActor } from '@cascade/web-kit'
import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { referenceByNameQuery } from '../../shared/account-fields/api/references-query'

type Found = { ids: ReadonlyMap<string, string | null>; pending: boolean }

/** Ids of the usernames that rows refer to, each asked once. */
export function useReferences(role: AccountRole, usernames: readonly string[]): Found {
  const actor = useActor()
  return useQueries({
    queries: usernames.map(name => referenceByNameQuery(actor, role, name)),
    combine: useCallback(
      (results: readonly { data: string | null | undefined; isPending: boolean }[]) => ({
        ids: new Map(results.map(({ data }, index) => [usernames[index] ?? '', data ?? null])),
        pending: results.some(({ isPending }) => isPending),
      }),
      [usernames],
    ),
  })
}
