import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createQueryClient, watchTabs } from './query-client'

function openTab(read: () => Promise<number>) {
  const queryClient = createQueryClient()
  onTestFinished(watchTabs(queryClient))
  const query = { queryKey: ['figure'], queryFn: read }
  return { queryClient, query, figure: () => queryClient.getQueryData(query.queryKey) }
}

describe('a change in one tab', () => {
  it('makes the others read again', async () => {
    let balance = 200_000
    const first = openTab(async () => balance)
    const second = openTab(async () => balance)
    const { QueryObserver } = await import('@tanstack/react-query')
    onTestFinished(new QueryObserver(second.queryClient, second.query).subscribe(() => undefined))
    await vi.waitFor(() => expect(second.figure()).toBe(200_000))

    const change = first.queryClient.getMutationCache().build(first.queryClient, {
      mutationFn: async () => {
        balance = 199_975
      },
    })
    await change.execute(undefined)
    await vi.waitFor(() => expect(second.figure()).toBe(199_975))
  })
})
