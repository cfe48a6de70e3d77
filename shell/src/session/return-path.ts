import { isBackOfficeRole, type Role } from '@cascade/contracts'

type Place = { pathname: string; search: string }

export function loginPath({ pathname, search }: Place): string {
  return `/auth/login?next=${encodeURIComponent(pathname + search)}`
}

/** Address after login: the requested one if it is in the role's area, else its dashboard. */
export function homeOf(role: Role | undefined, next: string | null): string {
  if (role === undefined) return '/auth/login'
  if (!isBackOfficeRole(role)) return '/'
  return next?.startsWith(`/${role}/`) ? next : `/${role}/dashboard`
}
