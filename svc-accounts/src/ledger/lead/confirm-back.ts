import { ledgerInternal } from '@cascade/contracts/accounts'
import type { InternalClient } from '@cascade/service-kit'
import { createGroupedRead } from '../../grouped-read'
import type { Accepted } from '../decide/ledger-state'
import { LedgerRefusal } from '../refusals'
import { unconfirmed } from '../settle/unconfirmed'
import type { Handed } from './wire'

const answerWithinMs = 1_000

export type HandedOver = ReturnType<typeof createHandedOver>

/**
 * What this instance has handed over and waits for. The writer asks for it to be confirmed while it writes, as it does
 * for its own: what they rest on may have changed since they left.
 */
export function createHandedOver() {
  const open = new Map<readonly Accepted[], Map<string, unknown>>()
  return {
    /** @returns what came of `asking`, and the errors by id of those that were not confirmed meanwhile */
    async during<T>(
      batch: readonly Accepted[],
      asking: () => Promise<T>,
    ): Promise<{ answer: T; errors: Map<string, unknown> }> {
      const errors = new Map<string, unknown>()
      open.set(batch, errors)
      try {
        return { answer: await asking(), errors }
      } finally {
        open.delete(batch)
      }
    },

    /** @returns those of these ids that are not to be booked: nobody waits for them any more, or they are refused */
    async refusedOf(ids: readonly string[]): Promise<string[]> {
      const wanted = new Set(ids)
      const waited = new Set<string>()
      const refused = new Set<string>()
      for (const [batch, errors] of open) {
        const asked = batch.filter(({ id }) => wanted.has(id))
        for (const { id } of asked) waited.add(id)
        for (const [index, error] of await unconfirmed(asked)) {
          const id = asked[index]?.id ?? ''
          refused.add(id)
          errors.set(id, error)
        }
      }
      return ids.filter(id => !waited.has(id) || refused.has(id))
    },
  }
}

/** Lets the instance that handed a batch over confirm it, all requests with one call. */
export function confirmedBy(call: InternalClient, url: string, batch: readonly Handed[]): Accepted[] {
  const ask = createGroupedRead(async ids => {
    const { refused } = await call(ledgerInternal.confirm, { url, body: { ids }, timeoutMs: answerWithinMs })
    const isRefused = new Set(refused)
    return new Map(ids.filter(id => !isRefused.has(id)).map(id => [id, true]))
  })
  const confirmed = async (id: string) => {
    // An instance that is gone, or ends, confirms nothing: nothing was booked then.
    const known = await ask([id]).catch(() => new Map<string, true>())
    if (!known.has(id)) throw new LedgerRefusal('NOT_BOOKED')
  }
  return batch.map(({ isConditional, ...accepted }) =>
    isConditional ? { ...accepted, confirm: () => confirmed(accepted.id) } : accepted,
  )
}
