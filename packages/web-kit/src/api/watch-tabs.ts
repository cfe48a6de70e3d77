import type { QueryClient } from '@tanstack/react-query'

const channelName = 'cascade.changed'

/**
 * What one tab changes, the others of this browser read again: at once where they are seen, else when they are.
 * @returns stops telling and hearing
 */
export function watchTabs(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  const stopTelling = queryClient.getMutationCache().subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') channel.postMessage('changed')
  })
  channel.onmessage = () => void queryClient.invalidateQueries({ refetchType: document.hidden ? 'none' : 'active' })
  const onVisible = () => {
    if (document.hidden) return
    void queryClient.refetchQueries({ type: 'active', predicate: query => query.state.isInvalidated })
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    stopTelling()
    channel.close()
    document.removeEventListener('visibilitychange', onVisible)
  }
}
