import { ledgerInternal } from '@cascade/contracts/accounts'
import { AppError, type InternalClient, sleep, wasNotReached } from '@cascade/service-kit'
import type { Accepted } from '../decide/ledger-state'
import { LedgerRefusal } from '../refusals'
import type { Outcome, Settle } from '../settle/settle'
import { unconfirmed } from '../settle/unconfirmed'
import type { HandedOver } from './confirm-back'
import type { Lead } from './lead'
import { decodeOutcomes, encodeBatch } from './wire'

/** As long as a batch that is settled here tries: the queue answers half a second later. */
const deadlineMs = 2_500
const answerWithinMs = 3_000
const lookAgainMs = 100

/**
 * Settles a batch where the ledger is written: here, or at the instance that writes. While there is none, it waits for
 * one for two and a half seconds; then it is surely not booked.
 */
export function createSettleAnywhere(parts: {
  settleHere: Settle
  lead: Pick<Lead, 'isHere' | 'writerUrl'>
  call: InternalClient
  /** Where this instance is reached. */
  url: string
  handedOver: HandedOver
}): Settle {
  const { settleHere, lead, call, url: from, handedOver } = parts

  async function settle(batch: readonly Accepted[]): Promise<Outcome[]> {
    const deadline = performance.now() + deadlineMs
    while (performance.now() < deadline) {
      if (lead.isHere()) return settleHere(batch)
      const url = await lead.writerUrl().catch(() => undefined)
      const outcomes = url === undefined ? undefined : await handOver(url, batch)
      if (outcomes) return outcomes
      await sleep(lookAgainMs)
    }
    return batch.map(notBooked)
  }

  /** @returns undefined when nothing was done, so that it can be tried again */
  async function handOver(url: string, batch: readonly Accepted[]): Promise<Outcome[] | undefined> {
    const refused = await unconfirmed(batch)
    // What was handed over to us goes no further, so that two instances never wait for each other.
    const given = batch.filter(({ isHandedOver }, index) => !isHandedOver && !refused.has(index))
    const { answer, errors } = await handedOver.during(given, async () => (given.length === 0 ? [] : ask(url, given)))
    if (!answer) return undefined
    const rest = answer[Symbol.iterator]()
    return batch.map(({ isHandedOver, id }, index) => {
      if (refused.has(index)) return { error: refused.get(index) }
      const outcome = (isHandedOver ? undefined : rest.next().value) ?? notBooked()
      // The writer knows only that it is not confirmed.
      return 'error' in outcome && errors.has(id) && isNotBooked(outcome.error) ? { error: errors.get(id) } : outcome
    })
  }

  async function ask(url: string, batch: readonly Accepted[]): Promise<Outcome[] | undefined> {
    const body = { batch: encodeBatch(batch, from) }
    try {
      const { outcomes } = await call(ledgerInternal.settle, { url, body, timeoutMs: answerWithinMs })
      return outcomes === null ? undefined : decodeOutcomes(outcomes)
    } catch (error) {
      if (wasNotReached(error)) return undefined
      if (isRefused(error)) return batch.map(() => ({ error }))
      return batch.map(({ id }) => ({ error: new LedgerRefusal('TIMED_OUT', { transferId: id, cause: error }) }))
    }
  }

  return settle
}

const isNotBooked = (error: unknown) => error instanceof LedgerRefusal && error.reason === 'NOT_BOOKED'
const notBooked = (): Outcome => ({ error: new LedgerRefusal('NOT_BOOKED') })

/** The writer's door: the token or the size of the call. Nothing behind it was reached. */
const isRefused = (error: unknown) =>
  error instanceof AppError && (error.code === 'TOO_LARGE' || error.reason === 'SERVICE_TOKEN_REFUSED')
