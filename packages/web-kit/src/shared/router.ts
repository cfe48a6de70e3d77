// Given to all that ask for `react-router-dom` on a page; the rest of it serves pages that a server draws.
export {
  createBrowserRouter,
  createMemoryRouter,
  generatePath,
  Link,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  Routes,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRouteError,
  useRoutes,
  useSearchParams,
} from 'react-router'
export { RouterProvider } from 'react-router/dom'
