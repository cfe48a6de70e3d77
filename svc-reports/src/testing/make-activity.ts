import type { AnyEvent } from '@cascade/contracts'
import type { AccountSnapshot } from '@cascade/contracts/accounts'
import { v7 as uuidv7 } from 'uuid'

type Options = { at?: string; subject?: string; requestUrl?: string; username?: string; status?: number }

/** An activity as a gateway records it; by default a successful call of an account. */
export function makeActivity(
  account: AccountSnapshot | null,
  options: Options & Record<string, unknown> = {},
): AnyEvent {
  const { at = '2026-03-01T10:00:00.000Z', ...data } = options
  return {
    id: uuidv7(),
    type: 'gateway.activity.recorded.v1',
    at,
    actor: null,
    correlationId: 'test',
    causationId: null,
    seq: 0,
    data: {
      accountId: account?.accountId ?? null,
      username: account?.username ?? 'nobody',
      subject: 'Something',
      requestUrl: '/api/x',
      method: 'POST',
      ipAddress: '::1',
      status: 200,
      ...data,
    },
  }
}
