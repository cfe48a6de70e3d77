import { sessionApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

/** Ends all sessions of a player. */
export function useLogoutPlayer() {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: (id: string) => call(sessionApi.playerLogout, { query: { id, role: 'player' } }),
    onSuccess: refresh,
  })
}
