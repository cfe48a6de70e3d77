import { sessionApi } from '@cascade/contracts/accounts'
import { call, useActor } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

export type Passwords = { opass: string; npass: string; cpass: string }

/** Every other session of the user ends with it. */
export function useChangePassword() {
  const { _id: userId } = useActor()
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: (passwords: Passwords) => call(sessionApi.changePassword, { body: { userId, ...passwords } }),
    onSuccess: refresh,
  })
}
