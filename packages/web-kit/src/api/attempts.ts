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

/** The outcome of a change is not known: it keeps its key. */
export class Unanswered extends Error {}

/** Thrown instead of an answer: the attempt under this key was booked, or an earlier one that had to be settled first. */
export class BookedBefore<F = unknown> extends Error {
  constructor(readonly attempt: Attempt<F>) {
    super('Booked before')
  }
}

type Rules<F> = {
  /** What is done, e.g. `transfer`. */
  operation: string
  /** Whether both are one wish, which goes out again as it did the first time. */
  isSame: (a: F, b: F) => boolean
  /** Asks the server what became of an attempt. Absent where a later wish replaces an earlier one. */
  ask?: (attempt: Attempt<F>) => Promise<'booked' | 'refused' | 'unknown'>
  /** The form itself points out what was booked a moment ago: sent all the same, it is another wish. */
  hasSlipGuard?: true
}

/** A change that has one effect, however often it is sent, for each object that it is made to. */
export type Attempts<F> = {
  /** Where the attempt at an object is stored. */
  nameOf: (object: string) => string
  /** The newest attempt at an object. */
  find: (object: string) => Attempt<F> | undefined
  /**
   * The attempt to send `fields` under: an unanswered one of the same wish, else a new one.
   * @throws BookedBefore, Unanswered where another wish is unanswered, which is settled first
   */
  begin: (object: string, fields: F) => Promise<Attempt<F>>
  settle: (object: string, key: string, verdict: Verdict) => void
  /** Asks what became of an unanswered attempt, and settles it. */
  learn: (object: string) => Promise<Verdict | 'unknown'>
  /**
   * Sends a wish under its key, again where no answer comes.
   * @throws ApiError of a refusal or of a call that was never sent, BookedBefore, else Unanswered
   */
  send: <A>(object: string, fields: F, request: (attempt: Attempt<F>) => Promise<A>) => Promise<A>
}

/** Somebody who presses again so soon after it was learnt may not have read it: still the same wish. */
const repeatWindowMs = 120_000
/** This long after it was last under way, a call that the server does not know does not reach it any more. */
const inFlightMsMax = 20_000
/** So often a call that waits for its answer says to other tabs that it is under way. */
const heartbeatMs = 5_000

export function createAttempts<F>({ operation, isSame, ask, hasSlipGuard }: Rules<F>): Attempts<F> {
  const nameOf = (object: string) => attemptName(operation, object)
  const read = (name: string) => parseAttempt<F>(attemptText(name))

  function settle(name: string, key: string, verdict: Verdict, isLearned = false): void {
    const attempt = read(name)
    if (attempt?.key === key) writeAttempt(name, { ...attempt, verdict, settledAt: serverNow(), isLearned })
  }

  async function learn(name: string): Promise<Verdict | 'unknown'> {
    const attempt = read(name)
    if (!attempt || !ask) return 'unknown'
    if (attempt.verdict !== undefined) return attempt.verdict
    const userId = currentUserId()
    const outcome = await ask(attempt)
    // Of what was asked as somebody else nothing follows.
    if (currentUserId() !== userId) return 'unknown'
    if (outcome === 'unknown' && Math.abs(serverNow() - attempt.sentAt) < inFlightMsMax) return 'unknown'
    const verdict = outcome === 'unknown' ? 'absent' : outcome
    settle(name, attempt.key, verdict, true)
    return verdict
  }

  /** Before another wish is sent, the outcome of an unanswered one has to be known. */
  async function requireOutcome(name: string, before: Attempt<F>): Promise<void> {
    const verdict = await learn(name).catch((cause: unknown) => {
      throw new Unanswered('No answer', { cause })
    })
    if (verdict === 'unknown') throw new Unanswered('It may still be on its way')
    if (verdict === 'booked') throw new BookedBefore(before)
  }

  function isRepeatable({ verdict, isLearned, settledAt = 0 }: Attempt<F>): boolean {
    if (verdict === 'booked') return !hasSlipGuard && isLearned === true && serverNow() - settledAt < repeatWindowMs
    return verdict !== 'refused'
  }
  const findRepeat = (name: string, fields: F) => {
    const before = read(name)
    return before && isRepeatable(before) && isSame(before.fields, fields) ? before : undefined
  }

  async function begin(name: string, fields: F, { isOwn = false } = {}) {
    const before = read(name)
    const isOther = before && before.verdict === undefined && !isSame(before.fields, fields)
    if (isOther && ask) await requireOutcome(name, before)
    const repeat = findRepeat(name, fields)
    const { key, fields: wish } = repeat ?? { key: randomId(), fields }
    const attempt: Attempt<F> = { key, fields: wish, sentAt: serverNow() }
    // First, so that no form of this page takes it for one without an answer.
    if (isOwn) markOwn(key, true)
    writeAttempt(name, attempt)
    // A try before may be booked, unless the server itself has said that nothing was done.
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
    const reply = await replyUnderKey(() => request(attempt), { isRepeat })
      .catch((error: unknown) => {
        if (wasNotSent(error)) removeAttempt(name)
        else recordHeartbeat(name, key)
        markOwn(key, false)
        throw error
      })
      .finally(() => clearInterval(timer))
    if (reply.verdict) settle(name, key, reply.verdict)
    if ('answer' in reply) return reply.answer
    // Of what is not said by the answer, the form has a note.
    if (reply.verdict === undefined || reply.verdict === 'booked') markOwn(key, false)
    throw reply.verdict === 'booked' ? new BookedBefore(attempt) : reply.refusal
  }

  return {
    nameOf,
    find: object => read(nameOf(object)),
    begin: async (object, fields) => (await begin(nameOf(object), fields)).attempt,
    settle: (object, key, verdict) => settle(nameOf(object), key, verdict),
    learn: object => learn(nameOf(object)),
    send,
  }
}

type Reply<A> =
  | { answer: A; verdict: 'booked' }
  /** Without a verdict it says nothing of a try before. */
  | { refusal: ApiError; verdict: Verdict | undefined }

const retriesMax = 2
const initialPauseMs = 500

/**
 * What the server says to a call, which is sent again under the same key where no answer comes, by the same user.
 * @throws ApiError of a call that was never sent, else Unanswered
 */
export async function replyUnderKey<A>(request: () => Promise<A>, { isRepeat = false } = {}): Promise<Reply<A>> {
  const userId = currentUserId()
  for (let failures = 0; ; failures++) {
    try {
      return { answer: await request(), verdict: 'booked' }
    } catch (error) {
      const mayBeBooked = isRepeat || failures > 0
      if (wasNotSent(error) && !mayBeBooked) throw error
      // 401, 403 and 429 come before the call is looked at: they are no verdict on a try before.
      if (error instanceof ApiError && isRefusal(error))
        return { refusal: error, verdict: error.outcome ?? (mayBeBooked ? undefined : 'absent') }
      const isOver = failures === retriesMax || !isTransient(error)
      if (!isOver) await new Promise(resolve => setTimeout(resolve, initialPauseMs * 2 ** failures))
      if (isOver || currentUserId() !== userId) throw new Unanswered('No answer', { cause: error })
    }
  }
}

/** The page of a proxy says nothing of what the server has done. */
const isRefusal = ({ fromServer, status, outcome }: ApiError) => outcome !== undefined || (fromServer && status < 500)

/** A short mark of what a wish consists of (FNV-1a), where that is too long or too private to be stored. */
export function markOf(value: unknown): string {
  let mark = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(JSON.stringify(value)))
    mark = BigInt.asUintN(64, (mark ^ BigInt(byte)) * 0x100000001b3n)
  return mark.toString(36)
}
