import { approvalApi } from '@cascade/contracts/accounts'
import { listSource, useChange } from '@cascade/web-kit'

export const approvalsSource = listSource(approvalApi.list)

/** An approved call may change anything that a screen shows. */
const refresh = { refresh: ['accounts', 'games', 'live', 'reports'], alsoOnError: true } as const
export const useApprove = () => useChange(approvalApi.approve, refresh)
export const useDecline = () => useChange(approvalApi.decline, refresh)
export const useWithdraw = () => useChange(approvalApi.withdraw, refresh)
