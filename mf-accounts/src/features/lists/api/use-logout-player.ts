import { useMutation } from '@tanstack/react-query'
import { logoutPlayer } from '../../../shared/api/logout-player'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

export function useLogoutPlayer() {
  const refresh = useRefreshAccounts()
  return useMutation({ mutationFn: logoutPlayer, onSuccess: refresh })
}
