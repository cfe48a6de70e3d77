import type { ResponseOf } from '@cascade/contracts'
import { approvalApi } from '@cascade/contracts/accounts'
import { listSource, useChange } from '@cascade/web-kit'

/** Others decide while the page is open. */
export const approvalsSource = { ...listSource(approvalApi.list), refetchMs: 5_000 }

export type Decided = ResponseOf<typeof approvalApi.approve>

/** An approved call may change anything that a screen shows. */
const refresh = { refresh: ['accounts', 'games', 'live', 'reports'], alsoOnError: true } as const
export const useApprove = () => useChange(approvalApi.approve, refresh)
export const useDecline = () => useChange(approvalApi.decline, refresh)
export const useWithdraw = () => useChange(approvalApi.withdraw, refresh)
