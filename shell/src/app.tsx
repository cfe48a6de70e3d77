import { RemoteBoundary, UiProvider } from '@cascade/ui-kit'
import { PageRouter } from '@cascade/web-kit'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

type Props = ComponentProps<typeof PageRouter> & { queryClient: QueryClient }

/** The page's only providers; remotes use them too. */
export function App({ router, queryClient }: Props) {
  return (
    // Outermost: dialogs run queries too.
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <RemoteBoundary>
          <PageRouter router={router} />
        </RemoteBoundary>
      </UiProvider>
    </QueryClientProvider>
  )
}
