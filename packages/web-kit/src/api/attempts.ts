import { serverNow } from '../clock'
import { randomId } from '../random-id'
import { ApiError, isTransient, wasNotSent } from './api-error'
import {
  type Attempt,
  attemptName,
  attemptText,
  currentUserId,
  markOwn,
  parseAttempt,
  removeAttempt,
  type Verdict,
  writeAttempt,
} from './attempt-store'

/** The outcome of a change is unknown; it keeps its key. */
export class OutcomeUnknownError extends Error {}

/** The attempt under this key was already booked, or an earlier one that had to be resolved first. */
export class AlreadyBookedError<F = unknown> extends Error {
  constructor(readonly attempt: Attempt<F>) {
    super('already booked')
  }
}

type Rules<F> = {
  /** E.g. `transfer`. */
  operation: string
  /** Whether both are the same request, to be resent exactly as it was sent first. */
  isSame: (a: F, b: F) => boolean
  /** Looks up the outcome on the server. Absent where a later request replaces an earlier one. */
  fetchOutcome?: (attempt: Attempt<F>) => Promise<'booked' | 'refused' | 'unknown'>
  /** The form itself warns about a repeat of a recent booking, so a repeat counts as a new request. */
  warnsOfRepeats?: true
}

/** Idempotent changes: each takes effect once per object however often it is sent. */
export type Attempts<F> = {
  nameOf: (object: string) => string
  find: (object: string) => Attempt<F> | undefined
  /**
   * The attempt to send `fields` under: an unanswered one of the same request, else a new one.
   * @throws AlreadyBookedError; OutcomeUnknownError when the outcome of a different request cannot be resolved
   */
  begin: (object: string, fields: F) => Promise<Attempt<F>>
  settle: (object: string, key: string, verdict: Verdict) => void
  /** Looks up the outcome of an unanswered attempt and settles it. */
  resolveOutcome: (object: string) => Promise<Verdict | 'unknown'>
  /**
   * Sends a request under its key, with retries.
   * @throws ApiError when it is rejected or was never sent, AlreadyBookedError, else OutcomeUnknownError
   */
  send: <A>(object: string, fields: F, request: (attempt: Attempt<F>) => Promise<A>) => Promise<A>
}

/** A user who submits again this soon may not have seen the result: still the same request. */
const repeatWindowMs = 120_000
/** A call unknown to the server this long after it was last in flight no longer arrives. */
const inFlightMsMax = 20_000
/** Interval at which a pending call tells other tabs that it is in flight. */
const heartbeatMs = 5_000

export function createAttempts<F>({ operation, isSame, fetchOutcome, warnsOfRepeats }: Rules<F>): Attempts<F> {
  const nameOf = (object: string) => attemptName(operation, object)
  const read = (name: string) => parseAttempt<F>(attemptText(name))

  function settle(name: string, key: string, verdict: Verdict, isLearned = false): void {
    const attempt = read(name)
    if (attempt?.key === key) writeAttempt(name, { ...attempt, verdict, settledAt: serverNow(), isLearned })
  }

  async function resolveOutcome(name: string): Promise<Verdict | 'unknown'> {
    const attempt = read(name)
    if (!attempt || !fetchOutcome) return 'unknown'
    if (attempt.verdict !== undefined) return attempt.verdict
    const userId = currentUserId()
    const outcome = await fetchOutcome(attempt)
    if (currentUserId() !== userId) return 'unknown'
    if (outcome === 'unknown' && Math.abs(serverNow() - attempt.sentAt) < inFlightMsMax) return 'unknown'
    const verdict = outcome === 'unknown' ? 'absent' : outcome
    settle(name, attempt.key, verdict, true)
    return verdict
  }

  /** The outcome of an unanswered attempt must be known before a different request is sent. */
  async function requireOutcome(name: string, before: Attempt<F>): Promise<void> {
    const verdict = await resolveOutcome(name).catch((cause: unknown) => {
      throw new OutcomeUnknownError('no response', { cause })
    })
    if (verdict === 'unknown') throw new OutcomeUnknownError('the attempt may still be in flight')
    if (verdict === 'booked') throw new AlreadyBookedError(before)
  }

  function isRepeatable({ verdict, isLearned, settledAt = 0 }: Attempt<F>): boolean {
    if (verdict === 'booked') return !warnsOfRepeats && isLearned === true && serverNow() - settledAt < repeatWindowMs
    return verdict !== 'refused'
  }
  const findRepeat = (name: string, fields: F) => {
    const before = read(name)
    return before && isRepeatable(before) && isSame(before.fields, fields) ? before : undefined
  }

  async function begin(name: string, fields: F, { isOwn = false } = {}) {
    const before = read(name)
    const isOther = before && before.verdict === undefined && !isSame(before.fields, fields)
    if (isOther && fetchOutcome) await requireOutcome(name, before)
    const repeat = findRepeat(name, fields)
    const { key, fields: wish } = repeat ?? { key: randomId(), fields }
    const attempt: Attempt<F> = { key, fields: wish, sentAt: serverNow() }
    // Mark it first, so that no form of this page treats it as unanswered.
    if (isOwn) markOwn(key, true)
    writeAttempt(name, attempt)
    // An earlier try may be booked, unless the server itself said that nothing was executed.
    const isRepeat = repeat !== undefined && (repeat.verdict !== 'absent' || repeat.isLearned === true)
    return { attempt, isRepeat }
  }

  function recordHeartbeat(name: string, key: string): void {
    const attempt = read(name)
    if (attempt?.key === key) writeAttempt(name, { ...attempt, sentAt: serverNow() })
  }

  const send: Attempts<F>['send'] = async (object, fields, request) => {
    const name = nameOf(object)
    const { attempt, isRepeat } = await begin(name, fields, { isOwn: true })
    const { key } = attempt
    const timer = setInterval(recordHeartbeat, heartbeatMs, name, key)
    const reply = await sendUnderKey(() => request(attempt), { isRepeat })
      .catch((error: unknown) => {
        if (wasNotSent(error)) removeAttempt(name)
        else recordHeartbeat(name, key)
        markOwn(key, false)
        throw error
      })
      .finally(() => clearInterval(timer))
    if (reply.verdict) settle(name, key, reply.verdict)
    if ('answer' in reply) return reply.answer
    // Outcomes that this response does not carry are shown by the form's note.
    if (reply.verdict === undefined || reply.verdict === 'booked') markOwn(key, false)
    throw reply.verdict === 'booked' ? new AlreadyBookedError(attempt) : reply.refusal
  }

  return {
    nameOf,
    find: object => read(nameOf(object)),
    begin: async (object, fields) => (await begin(nameOf(object), fields)).attempt,
    settle: (object, key, verdict) => settle(nameOf(object), key, verdict),
    resolveOutcome: object => resolveOutcome(nameOf(object)),
    send,
  }
}

type Reply<A> = { answer: A; verdict: 'booked' } | { refusal: ApiError; verdict: Verdict | undefined }

const retriesMax = 2
const initialPauseMs = 500

/**
 * Sends a call under its key and retries when there is no response, as long as the same user is signed in.
 * @throws ApiError when it was never sent, else OutcomeUnknownError
 */
async function sendUnderKey<A>(request: () => Promise<A>, { isRepeat = false } = {}): Promise<Reply<A>> {
  const userId = currentUserId()
  for (let failures = 0; ; failures++) {
    try {
      return { answer: await request(), verdict: 'booked' }
    } catch (error) {
      const mayBeBooked = isRepeat || failures > 0
      if (wasNotSent(error) && !mayBeBooked) throw error
      // 401, 403 and 429 precede execution: they say nothing about earlier tries.
      if (error instanceof ApiError && isRefusal(error))
        return { refusal: error, verdict: error.outcome ?? (mayBeBooked ? undefined : 'absent') }
      const isOver = failures === retriesMax || !isTransient(error)
      if (!isOver) await new Promise(resolve => setTimeout(resolve, initialPauseMs * 2 ** failures))
      if (isOver || currentUserId() !== userId) throw new OutcomeUnknownError('no response', { cause: error })
    }
  }
}

/** A proxy's error page does not tell what the server has done. */
const isRefusal = ({ fromServer, status, outcome }: ApiError) => outcome !== undefined || (fromServer && status < 500)

/** Short fingerprint (FNV-1a) of a request that is too long or too private to store. */
export function toFingerprint(value: unknown): string {
  let mark = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(value)))
    mark = BigInt.asUintN(64, (mark ^ BigInt(byte)) * 0x100000001b3n)
  return mark.toString(36)
}
