import { ledgerInternal } from '@cascade/contracts/accounts'
import {
  AppError,
  duplicateKeyText,
  type InternalClient,
  sleep,
  type Verdict,
  wasNotReached,
} from '@cascade/service-kit'
import { BSON, MongoServerError } from 'mongodb'
import { createGroupedRead } from '../../caching/grouped-read'
import { LedgerRefusal, type RefusalReason } from '../answers'
import { unconfirmed } from '../commit/cache'
import type { Outcome, Settle } from '../commit/commit-batch'
import type { Accepted } from '../decide/ledger-state'
import type { Lead } from './leader'

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
      if (lead.isHere()) {
        const outcomes = await settleHere(batch)
        // Where another instance writes by now, it is asked: nothing was booked here.
        if (lead.isHere() || !outcomes.every(isNotBookedOutcome)) return outcomes
        continue
      }
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

const isNotBookedOutcome = (outcome: Outcome) => 'error' in outcome && isNotBooked(outcome.error)
const isNotBooked = (error: unknown) => error instanceof LedgerRefusal && error.reason === 'NOT_BOOKED'
const notBooked = (): Outcome => ({ error: new LedgerRefusal('NOT_BOOKED') })

/** The writer's door: the token or the size of the call. Nothing behind it was reached. */
const isRefused = (error: unknown) =>
  error instanceof AppError && (error.code === 'TOO_LARGE' || error.reason === 'SERVICE_TOKEN_REFUSED')

const answerWithinMsConfirmBack = 1_000

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
    const { refused } = await call(ledgerInternal.confirm, { url, body: { ids }, timeoutMs: answerWithinMsConfirmBack })
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

/** The database's own notation: what arrives is written as it would have been here, dates and 64-bit integers too. */
const encode = (value: BSON.Document): string =>
  Buffer.from(BSON.serialize(value, { ignoreUndefined: true })).toString('base64')
const decode = (text: string): BSON.Document =>
  BSON.deserialize(Buffer.from(text, 'base64'), { useBigInt64: true, promoteBuffers: false })

/** @param from where those of them that rest on something are confirmed */
const encodeBatch = (batch: readonly Accepted[], from: string): string =>
  encode({
    batch: batch.map(({ request, id, hash, confirm }) => ({ request, id, hash, isConditional: confirm !== undefined })),
    from,
  })

/** `isConditional`: it rests on something that the instance which handed it over confirms. */
type Handed = Accepted & { isConditional?: boolean }

/** `from` is the instance that confirms what the batch rests on. */
export function decodeBatch(text: string): { batch: Handed[]; from: string } {
  const { batch, from } = decode(text) as { batch: Handed[]; from: string }
  return { batch: batch.map(handed => ({ ...handed, isHandedOver: true })), from }
}

/** A refusal, a unique value that is taken, or what nobody expected. */
type ToldError =
  | { reason: RefusalReason; replayed: boolean; transferId?: string; verdict?: Verdict; left?: bigint }
  | { taken: string }
  | { unexpected: string }
type ToldOutcome = { result: Extract<Outcome, { result: unknown }>['result'] } | { error: ToldError }

export const encodeOutcomes = (outcomes: readonly Outcome[]): string =>
  encode({
    outcomes: outcomes.map(
      (outcome): ToldOutcome => ('result' in outcome ? outcome : { error: toldOf(outcome.error) }),
    ),
  })

const decodeOutcomes = (text: string): Outcome[] => {
  const { outcomes } = decode(text) as { outcomes: ToldOutcome[] }
  return outcomes.map(outcome => ('result' in outcome ? outcome : { error: errorOf(outcome.error) }))
}

function toldOf(error: unknown): ToldError {
  if (error instanceof LedgerRefusal) {
    const { reason, replayed, transferId, verdict, left } = error
    const line = left === undefined ? {} : { left }
    return { reason, replayed, ...(transferId ? { transferId } : {}), ...(verdict ? { verdict } : {}), ...line }
  }
  const taken = duplicateKeyText(error)
  return taken === undefined ? { unexpected: String(error) } : { taken }
}

function errorOf(told: ToldError): Error {
  if ('reason' in told) {
    const { reason, ...details } = told
    return new LedgerRefusal(reason, details)
  }
  if ('taken' in told) return new MongoServerError({ message: told.taken, code: 11000 })
  return new Error(`The writer failed: ${told.unexpected}`)
}
