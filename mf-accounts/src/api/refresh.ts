import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Whatever the server may now answer differently; addresses of the world are not among it. */
function isAboutAccounts({ queryKey: [id] }: Query): boolean {
  if (typeof id !== 'string' || id.startsWith('accounts.geo.')) return false
  return id.startsWith('accounts.') || id.startsWith('reports.')
}

/** After a change: lists, details, the tree, the statement and the balance in the top bar are read again. */
export function useRefreshAccounts(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(() => queryClient.invalidateQueries({ predicate: isAboutAccounts }), [queryClient])
}
