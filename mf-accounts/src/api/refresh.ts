import { geoApi } from '@cascade/contracts/accounts'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

const places = new Set(Object.values(geoApi).map(({ id }) => id))

/** Whatever the server may now answer differently; addresses of the world are not among it. */
function isAboutAccounts({ queryKey: [id] }: Query): boolean {
  if (typeof id !== 'string' || places.has(id)) return false
  return id.startsWith('accounts.') || id.startsWith('reports.')
}

/** After a change: lists, details, the tree, the statement and the balance in the top bar are read again. */
export function useRefreshAccounts(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ predicate: isAboutAccounts }), [queryClient])
}
