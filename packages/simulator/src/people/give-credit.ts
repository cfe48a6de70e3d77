import { randomUUID } from 'node:crypto'
import { accountApi } from '@cascade/contracts/accounts'
import type { SignedIn } from '../api/sign-in'

/** Issues as much as the players get, and passes it on: the operator's own balance is the same afterwards. */
export async function giveCredit(
  operator: SignedIn,
  password: string,
  playerIds: readonly string[],
  points: number,
): Promise<void> {
  if (playerIds.length === 0) return
  const run = randomUUID()
  const issue = { toUserId: operator.userId, transferAmount: points * playerIds.length, password }
  await operator.call(accountApi.superadmin.transfer, { body: issue, key: `${run}-issue` })
  for (const toUserId of playerIds) {
    const body = { userId: operator.userId, toUserId, transferAmount: points, password }
    await operator.call(accountApi.player.transfer, { body, key: `${run}-${toUserId}` })
  }
}
