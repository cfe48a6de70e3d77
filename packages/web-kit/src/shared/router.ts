// Replaces `react-router-dom` on a page; the rest of that package is for server rendering.
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
