import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signInAs } from '../testing/sign-in-as'
import { networkError, notSentError, toApiError } from './api-error'
import { attemptText } from './attempt-store'
import { AlreadyBookedError, type Attempts, createAttempts, OutcomeUnknownError, toFingerprint } from './attempts'

type RequestBody = { amount: number; note?: string }
type Outcome = 'booked' | 'refused' | 'unknown'

let outcome: Outcome | Error
let sent: { key: string; body: RequestBody }[]
const attempts: Attempts<RequestBody> = createAttempts<RequestBody>({
  operation: 'test',
  isSame: (a, b) => a.amount === b.amount,
  fetchOutcome: async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  },
})
const keys = () => sent.map(({ key }) => key)

/** Sends a request; each try gets the next reply, the last one repeatedly. */
function send(body: RequestBody, ...replies: (Error | string)[]) {
  let tries = 0
  const sending = attempts.send('p1', body, async ({ key, fields }) => {
    sent.push({ key, body: fields })
    const reply = replies[Math.min(tries++, replies.length - 1)]
    if (reply instanceof Error) throw reply
    return reply
  })
  const settled = sending.catch((error: unknown) => error)
  return vi.advanceTimersByTimeAsync(2_000).then(() => settled)
}
const networkFailure = networkError(undefined)
const rejection = (status: number, headers = {}) =>
  toApiError(status, { success: false, message: 'No.' }, new Headers(headers))
const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => {
  vi.useFakeTimers()
  signInAs()
  sent = []
  outcome = 'unknown'
})

describe('an attempt', () => {
  it('is retried under one key until it gets a response', async () => {
    expect(await send({ amount: 5, note: 'May' }, networkFailure)).toBeInstanceOf(OutcomeUnknownError)
    expect(sent).toHaveLength(3)
    // The first request may have been booked, so exactly the same one is sent again.
    expect(await send({ amount: 5, note: 'June' }, 'done')).toBe('done')
    expect(new Set(keys()).size).toBe(1)
    expect(sent.at(-1)?.body.note).toBe('May')
    expect(await send({ amount: 5 }, 'done')).toBe('done')
    expect(new Set(keys()).size).toBe(2)
  })

  it('is discarded when it was never sent', async () => {
    expect(await send({ amount: 5 }, notSentError(undefined))).toMatchObject({ code: 'NOT_SENT' })
    expect(attempts.find('p1')).toBeUndefined()
  })

  it('is not discarded when only its retry was not sent', async () => {
    expect(await send({ amount: 5 }, networkFailure, notSentError(undefined))).toBeInstanceOf(OutcomeUnknownError)
    expect(attempts.find('p1')).toMatchObject({ key: keys()[0] })
  })

  it('is settled by a rejection of its first try, so a different request gets a new key without a lookup', async () => {
    expect(await send({ amount: 5 }, rejection(400))).toMatchObject({ status: 400 })
    expect(attempts.find('p1')?.verdict).toBe('absent')
    outcome = new Error('no lookup expected')
    await send({ amount: 6 }, 'done')
    expect(new Set(keys()).size).toBe(2)
  })

  it('keeps its key over rejections without a verdict and is not treated as unanswered', async () => {
    for (let press = 0; press < 3; press++) await send({ amount: 5 }, rejection(400))
    expect(new Set(keys()).size).toBe(1)
    expect(attempts.find('p1')?.verdict).toBe('absent')
  })

  it.each([401, 403, 409, 429])('keeps its key when a retry is rejected with %s and no verdict', async status => {
    expect(await send({ amount: 5 }, networkFailure, rejection(status))).toMatchObject({ status })
    expect(attempts.find('p1')?.verdict).toBeUndefined()
    await send({ amount: 5 }, 'done')
    expect(new Set(keys()).size).toBe(1)
  })

  it.each([
    ["a proxy's error page", toApiError(403, '<html>')],
    ['a server error', rejection(500)],
    ['a response outside the contract', toApiError(200, 'Sign in to this network')],
  ])('keeps its key after %s', async (_what, error) => {
    expect(await send({ amount: 5 }, error)).toBeInstanceOf(OutcomeUnknownError)
    expect(attempts.find('p1')?.verdict).toBeUndefined()
  })

  it('gets a new key after the server has rejected the key', async () => {
    expect(
      await send({ amount: 5 }, networkFailure, rejection(400, { 'idempotent-outcome': 'refused' })),
    ).toMatchObject({
      status: 400,
    })
    await send({ amount: 5 }, 'done')
    expect(new Set(keys()).size).toBe(2)
  })

  it('is booked when the rejection says so about its key', async () => {
    const error = await send({ amount: 5 }, rejection(422, { 'idempotent-outcome': 'booked' }))
    expect(error).toBeInstanceOf(AlreadyBookedError)
    expect((error as AlreadyBookedError<RequestBody>).attempt.fields.amount).toBe(5)
    expect(attempts.find('p1')?.verdict).toBe('booked')
  })

  it('is not retried for another user', async () => {
    const sending = send({ amount: 5 }, networkFailure)
    await Promise.resolve()
    signInAs({ _id: 'another' })
    expect(await sending).toBeInstanceOf(OutcomeUnknownError)
    expect(sent).toHaveLength(1)
    expect(attempts.find('p1')).toBeUndefined()
  })
})

describe('a different request', () => {
  beforeEach(() => send({ amount: 5 }, networkFailure))

  it('is not sent when the first one turns out to be booked', async () => {
    outcome = 'booked'
    const error = await send({ amount: 6 }, 'done')
    expect(error).toBeInstanceOf(AlreadyBookedError)
    expect((error as AlreadyBookedError<RequestBody>).attempt.fields.amount).toBe(5)
    expect(sent).toHaveLength(3)
  })

  it.each<[string, Outcome | Error]>([
    ['may be in flight', 'unknown'],
    ['cannot be looked up', networkFailure],
  ])('is not sent while the first one %s', async (_what, answer) => {
    outcome = answer
    expect(await send({ amount: 6 }, 'done')).toBeInstanceOf(OutcomeUnknownError)
    expect(sent).toHaveLength(3)
  })

  it.each<[string, Outcome]>([
    ['was rejected', 'refused'],
    ['is no longer in flight', 'unknown'],
  ])('is sent under its own key once the first one %s', async (_what, answer) => {
    outcome = answer
    later(20_000)
    expect(await send({ amount: 6 }, 'done')).toBe('done')
    expect(keys().at(-1)).not.toBe(keys()[0])
  })
})

describe('a new attempt', () => {
  it('reuses the key of one that is only assumed to be absent', async () => {
    await send({ amount: 5 }, networkFailure)
    later(20_000)
    expect(await attempts.resolveOutcome('p1')).toBe('absent')
    await send({ amount: 5 }, 'done')
    expect(new Set(keys()).size).toBe(1)
  })

  it('does not report a call as absent while it waits for its response', async () => {
    let answer: (text: string) => void = () => undefined
    const sending = attempts.send('p1', { amount: 5 }, () => new Promise<string>(resolve => (answer = resolve)))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await attempts.resolveOutcome('p1')).toBe('unknown')
    answer('done')
    expect(await sending).toBe('done')
  })

  it('learns nothing when another user has signed in', async () => {
    await send({ amount: 5 }, networkFailure)
    later(20_000)
    const learning = attempts.resolveOutcome('p1')
    signInAs({ _id: 'another' })
    expect(await learning).toBe('unknown')
    signInAs()
    expect(attempts.find('p1')?.verdict).toBeUndefined()
  })

  it('repeats the same request within two minutes of learning the booking', async () => {
    await send({ amount: 5 }, networkFailure)
    outcome = 'booked'
    expect(await attempts.resolveOutcome('p1')).toBe('booked')
    later(100_000)
    await send({ amount: 5 }, 'replayed')
    expect(new Set(keys()).size).toBe(1)
    await send({ amount: 5 }, 'done')
    expect(new Set(keys()).size).toBe(2)
  })

  it('sends the same request as a new one two minutes after learning the booking', async () => {
    await send({ amount: 5 }, networkFailure)
    outcome = 'booked'
    await attempts.resolveOutcome('p1')
    later(120_000)
    await send({ amount: 5 }, 'done')
    expect(new Set(keys()).size).toBe(2)
  })

  describe('the attempt store', () => {
    it('separates users', async () => {
      await send({ amount: 5 }, networkFailure)
      signInAs({ _id: 'another' })
      expect(attempts.find('p1')).toBeUndefined()
      signInAs()
      expect(attempts.find('p1')).toBeDefined()
    })

    it('forgets an attempt before the server forgets its key', async () => {
      await send({ amount: 5 }, networkFailure)
      later(23 * 3_600_000 - 10_000)
      expect(attempts.find('p1')).toBeDefined()
      later(20_000)
      expect(attempts.find('p1')).toBeUndefined()
    })

    it('holds a hundred attempts and evicts settled ones first', async () => {
      await attempts.begin('open', { amount: 1 })
      for (let at = 0; at < 120; at++) {
        const { key } = await attempts.begin(`p${at}`, { amount: 1 })
        attempts.settle(`p${at}`, key, 'booked')
        later(1)
      }
      expect(Object.keys(localStorage).filter(name => name.startsWith('cascade-attempt|'))).toHaveLength(100)
      expect(attempts.find('open')).toBeDefined()
      expect(attempts.find('p0')).toBeUndefined()
    })

    it('ignores invalid entries', async () => {
      localStorage.setItem(attempts.nameOf('p1'), '{')
      expect(await send({ amount: 5 }, 'done')).toBe('done')
    })
  })

  const denied = () => {
    throw new DOMException('Denied')
  }
  const full = { getItem: () => null, setItem: denied, removeItem: () => undefined }

  it.each<[string, () => unknown]>([
    ['full', () => full],
    ['blocked', denied],
  ])('keeps the key of an attempt in memory when the storage is %s', async (_how, get) => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {}
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get })
    try {
      await send({ amount: 7 }, networkFailure)
      await send({ amount: 7 }, 'done')
      expect(new Set(keys()).size).toBe(1)
      expect(attemptText(attempts.nameOf('p1'))).toContain('booked')
    } finally {
      Object.defineProperty(globalThis, 'localStorage', real)
    }
  })
})

describe('a fingerprint', () => {
  it('differs for different requests', () => {
    const body = { operation: 'suspend', userIds: ['a', 'b'] }
    expect(toFingerprint({ ...body })).toBe(toFingerprint(body))
    expect(toFingerprint({ ...body, userIds: ['b', 'a'] })).not.toBe(toFingerprint(body))
  })
})
