import { lazyWithRetry, RemoteBoundary } from '@cascade/ui-kit'
import { Navigate, Outlet, type RouteObject } from 'react-router-dom'
import { RoleLayout } from './layout/role-layout'
import { LoginPage } from './login/login-page'
import { PublicOutlet } from './remotes/public-outlet'
import type { RemoteLoader } from './remotes/remote-loader'
import { RemoteOutlet } from './remotes/remote-outlet'
import { RouteErrorPage } from './route-error-page'
import { RoleGuard } from './session/role-guard'

const DashboardPage = lazyWithRetry(() => import('./dashboard/dashboard-page'))
const LandingPage = lazyWithRetry(() => import('./landing/landing-page'))
const SignupPage = lazyWithRetry(() => import('./login/signup-page'))

export function shellRoutes(loader: RemoteLoader): RouteObject[] {
  return [
    {
      errorElement: <RouteErrorPage />,
      children: [
        { path: '/', element: <LoginPage /> },
        { path: '/auth/login', element: <LoginPage /> },
        {
          element: (
            <RemoteBoundary>
              <Outlet />
            </RemoteBoundary>
          ),
          children: [
            { path: '/auth/signup', element: <SignupPage /> },
            { path: '/landing', element: <LandingPage /> },
          ],
        },
        { path: '/public/*', element: <PublicOutlet loader={loader} /> },
        {
          path: '/:role',
          element: (
            <RoleGuard>
              <RoleLayout loader={loader} />
            </RoleGuard>
          ),
          children: [
            { index: true, element: <Navigate to="dashboard" replace /> },
            { path: 'dashboard', element: <DashboardPage loader={loader} />, caseSensitive: true },
            { path: '*', element: <RemoteOutlet loader={loader} /> },
          ],
        },
        { path: '*', element: <Navigate to="/auth/login" replace /> },
      ],
    },
  ]
}
