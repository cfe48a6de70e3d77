import { domainKey } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** What the server may answer differently after a change of an account or of credit. */
const changedDomains = ['accounts', 'reports'] as const

/** Until the figures of branches, which follow the events, tell of a change. */
const branchesFollowMs = 1_000

/** After a change: lists, details, the tree, the statement, reports and the balance in the top bar are read again. */
export function useRefreshAccounts(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    const reads = changedDomains.map(domain => queryClient.invalidateQueries({ queryKey: domainKey(domain) }))
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: domainKey('accounts') }), branchesFollowMs)
    await Promise.all(reads)
  }, [queryClient])
}
