import { isBackOfficeRole } from '@cascade/contracts'
import {
  createQueryClient,
  PageRouter,
  type RemoteDescriptor,
  type RemoteModule,
  restoreSession,
  signIn,
  useSession,
  watchSession,
} from '@cascade/web-kit'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Link, Navigate, Outlet } from 'react-router-dom'
import { PageSpinner } from '../feedback/states'
import { UiProvider } from '../theme/ui-provider'
import { RemoteBoundary } from './remote-boundary'

type Description = Pick<RemoteDescriptor, 'title' | 'bases'>

/**
 * Runs one remote without the shell for development: a bare frame with links to its bases and a sign-in form. The
 * development server proxies `/api` to the gateway.
 */
export function runAlone(remote: RemoteModule, description: { title: string; bases: { path: string }[] }): void {
  const root = document.body.appendChild(document.createElement('div'))
  const router = createBrowserRouter([
    { path: '/:role', element: <Frame description={description as Description} />, children: remote.routes },
    { path: '*', element: <Navigate to="/admin" replace /> },
  ])
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <PageRouter router={router} />
      </UiProvider>
    </QueryClientProvider>,
  )
}

function Frame({ description }: { description: Description }) {
  const { status, user } = useSession()
  useEffect(() => {
    void restoreSession()
    return watchSession()
  }, [])
  if (status === 'unknown') return <PageSpinner whole />
  if (!user || !isBackOfficeRole(user.role)) return <SignInForm />
  return (
    <main style={{ padding: 24 }}>
      <nav style={{ display: 'flex', gap: 16, marginBottom: 24 }}>
        <strong>{description.title}</strong>
        {description.bases.map(({ path }) => (
          <Link key={path} to={`/${user.role}/${path}`}>
            {path}
          </Link>
        ))}
      </nav>
      <RemoteBoundary>
        <Outlet />
      </RemoteBoundary>
    </main>
  )
}

function SignInForm() {
  const submit = (form: FormData) => signIn(String(form.get('username')), String(form.get('password')))
  return (
    <form
      style={{ display: 'flex', gap: 8, padding: 24 }}
      onSubmit={event => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <input name="username" aria-label="Username" autoComplete="username" />
      <input name="password" type="password" aria-label="Password" autoComplete="current-password" />
      <button type="submit">Sign in</button>
    </form>
  )
}
