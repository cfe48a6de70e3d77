import { can, type Permission } from '@cascade/contracts'
import type { AuthUser } from '@cascade/contracts/accounts'
import { useSession } from '../session/session-store'

/**
 * The signed-in user, for screens behind the guard.
 * @throws Error where nobody is signed in.
 */
export function useActor(): AuthUser {
  const user = useSession(state => state.user)
  if (!user) throw new Error('useActor needs a signed-in user')
  return user
}

/** Whether to offer something; the server decides again. */
export function useCan(permission: Permission): boolean {
  return useSession(state => can(state.user?.role, permission))
}
