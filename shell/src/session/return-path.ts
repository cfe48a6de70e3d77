import { isBackOfficeRole, type Role } from '@cascade/contracts'

type Place = { pathname: string; search: string }

/** The login page, remembering where somebody wanted to go. */
export function loginPath({ pathname, search }: Place): string {
  return `/auth/login?next=${encodeURIComponent(pathname + search)}`
}

/** Where a role goes after login: back to where it was, if that is its own area, else to its dashboard. */
export function homeOf(role: Role | undefined, next: string | null): string {
  if (role === undefined) return '/auth/login'
  if (!isBackOfficeRole(role)) return '/'
  return next?.startsWith(`/${role}/`) ? next : `/${role}/dashboard`
}
