import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signInAs } from '../testing/sign-in-as'
import { networkError, notSentError, toApiError } from './api-error'
import { attemptText } from './attempt-store'
import { type Attempts, BookedBefore, createAttempts, markOf, Unanswered } from './attempts'

type Wish = { amount: number; note?: string }
type Outcome = 'booked' | 'refused' | 'unknown'

let outcome: Outcome | Error
let sent: { key: string; wish: Wish }[]
const attempts: Attempts<Wish> = createAttempts<Wish>({
  operation: 'test',
  isSame: (a, b) => a.amount === b.amount,
  ask: async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  },
})
const keys = () => sent.map(({ key }) => key)

/** Sends a wish; each of its tries gets the next reply, the last one over and over. */
function send(wish: Wish, ...replies: (Error | string)[]) {
  let tries = 0
  const sending = attempts.send('p1', wish, async ({ key, fields }) => {
    sent.push({ key, wish: fields })
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

describe('a wish', () => {
  it('goes out again under its key where no answer comes, and keeps the key until there is one', async () => {
    expect(await send({ amount: 5, note: 'May' }, networkFailure)).toBeInstanceOf(Unanswered)
    expect(sent).toHaveLength(3)
    // What was sent first may have been booked: it goes out word for word.
    expect(await send({ amount: 5, note: 'June' }, 'done')).toBe('done')
    expect(new Set(keys()).size).toBe(1)
    expect(sent.at(-1)?.wish.note).toBe('May')
    expect(await send({ amount: 5 }, 'done')).toBe('done')
    expect(new Set(keys()).size).toBe(2)
  })

  it('is given up where it was never handed to the network', async () => {
    expect(await send({ amount: 5 }, notSentError(undefined))).toMatchObject({ code: 'NOT_SENT' })
    expect(attempts.find('p1')).toBeUndefined()
  })

  it('is not given up where only its repeat was never handed to the network', async () => {
    expect(await send({ amount: 5 }, networkFailure, notSentError(undefined))).toBeInstanceOf(Unanswered)
    expect(attempts.find('p1')).toMatchObject({ key: keys()[0] })
  })

  it('is settled by a refusal of its first try: another one is sent, without asking, under another key', async () => {
    expect(await send({ amount: 5 }, rejection(400))).toMatchObject({ status: 400 })
    expect(attempts.find('p1')?.verdict).toBe('absent')
    outcome = new Error('Not asked')
    await send({ amount: 6 }, 'done')
    expect(new Set(keys()).size).toBe(2)
  })

  it('keeps its key over refusals that are no verdict on it, and is not taken for one without an answer', async () => {
    for (let press = 0; press < 3; press++) await send({ amount: 5 }, rejection(400))
    expect(new Set(keys()).size).toBe(1)
    expect(attempts.find('p1')?.verdict).toBe('absent')
  })

  it.each([401, 403, 409, 429])('keeps its key where a repeat is refused with %s and no verdict', async status => {
    expect(await send({ amount: 5 }, networkFailure, rejection(status))).toMatchObject({ status })
    expect(attempts.find('p1')?.verdict).toBeUndefined()
    await send({ amount: 5 }, 'done')
    expect(new Set(keys()).size).toBe(1)
  })

  it.each([
    ['a page of a proxy', toApiError(403, '<html>')],
    ['a fault of the server', rejection(500)],
    ['an answer that is none of the contract', toApiError(200, 'Sign in to this network')],
  ])('keeps its key after %s', async (_what, error) => {
    expect(await send({ amount: 5 }, error)).toBeInstanceOf(Unanswered)
    expect(attempts.find('p1')?.verdict).toBeUndefined()
  })

  it('takes a new key once the server has refused the key', async () => {
    expect(
      await send({ amount: 5 }, networkFailure, rejection(400, { 'idempotent-outcome': 'refused' })),
    ).toMatchObject({
      status: 400,
    })
    await send({ amount: 5 }, 'done')
    expect(new Set(keys()).size).toBe(2)
  })

  it('was booked where the refusal says so of its key', async () => {
    const error = await send({ amount: 5 }, rejection(422, { 'idempotent-outcome': 'booked' }))
    expect(error).toBeInstanceOf(BookedBefore)
    expect((error as BookedBefore<Wish>).attempt.fields.amount).toBe(5)
    expect(attempts.find('p1')?.verdict).toBe('booked')
  })

  it('is not sent again for another user', async () => {
    const sending = send({ amount: 5 }, networkFailure)
    await Promise.resolve()
    signInAs({ _id: 'another' })
    expect(await sending).toBeInstanceOf(Unanswered)
    expect(sent).toHaveLength(1)
    expect(attempts.find('p1')).toBeUndefined()
  })
})

describe('another wish', () => {
  beforeEach(() => send({ amount: 5 }, networkFailure))

  it('is not sent where the first was booked after all', async () => {
    outcome = 'booked'
    const error = await send({ amount: 6 }, 'done')
    expect(error).toBeInstanceOf(BookedBefore)
    expect((error as BookedBefore<Wish>).attempt.fields.amount).toBe(5)
    expect(sent).toHaveLength(3)
  })

  it.each<[string, Outcome | Error]>([
    ['may be on its way', 'unknown'],
    ['cannot be asked for', networkFailure],
  ])('is not sent while the first %s', async (_what, answer) => {
    outcome = answer
    expect(await send({ amount: 6 }, 'done')).toBeInstanceOf(Unanswered)
    expect(sent).toHaveLength(3)
  })

  it.each<[string, Outcome]>([
    ['was refused', 'refused'],
    ['is not on its way any more', 'unknown'],
  ])('is sent under a key of its own once the first %s', async (_what, answer) => {
    outcome = answer
    later(20_000)
    expect(await send({ amount: 6 }, 'done')).toBe('done')
    expect(keys().at(-1)).not.toBe(keys()[0])
  })
})

it('that it is not on its way any more is a guess: the same wish goes out under the same key', async () => {
  await send({ amount: 5 }, networkFailure)
  later(20_000)
  expect(await attempts.learn('p1')).toBe('absent')
  await send({ amount: 5 }, 'done')
  expect(new Set(keys()).size).toBe(1)
})

it('does not say that it is not on its way while it is: a call may wait long for its answer', async () => {
  let answer: (text: string) => void = () => undefined
  const sending = attempts.send('p1', { amount: 5 }, () => new Promise<string>(resolve => (answer = resolve)))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await attempts.learn('p1')).toBe('unknown')
  answer('done')
  expect(await sending).toBe('done')
})

it('learns nothing where another user has signed in meanwhile', async () => {
  await send({ amount: 5 }, networkFailure)
  later(20_000)
  const learning = attempts.learn('p1')
  signInAs({ _id: 'another' })
  expect(await learning).toBe('unknown')
  signInAs()
  expect(attempts.find('p1')?.verdict).toBeUndefined()
})

it('a wish that is repeated within two minutes after its booking was learnt is still the same', async () => {
  await send({ amount: 5 }, networkFailure)
  outcome = 'booked'
  expect(await attempts.learn('p1')).toBe('booked')
  later(100_000)
  await send({ amount: 5 }, 'replayed')
  expect(new Set(keys()).size).toBe(1)
  // Now its user has the answer.
  await send({ amount: 5 }, 'done')
  expect(new Set(keys()).size).toBe(2)
})

it('two minutes after its booking was learnt, the same is another wish', async () => {
  await send({ amount: 5 }, networkFailure)
  outcome = 'booked'
  await attempts.learn('p1')
  later(120_000)
  await send({ amount: 5 }, 'done')
  expect(new Set(keys()).size).toBe(2)
})

describe('what is stored', () => {
  it('is of one user', async () => {
    await send({ amount: 5 }, networkFailure)
    signInAs({ _id: 'another' })
    expect(attempts.find('p1')).toBeUndefined()
    signInAs()
    expect(attempts.find('p1')).toBeDefined()
  })

  it('is forgotten before the server forgets the key', async () => {
    await send({ amount: 5 }, networkFailure)
    later(23 * 3_600_000 - 10_000)
    expect(attempts.find('p1')).toBeDefined()
    later(20_000)
    expect(attempts.find('p1')).toBeUndefined()
  })

  it('are a hundred attempts: what is settled goes first', async () => {
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

  it('is ignored where it is no attempt', async () => {
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
])('a wish keeps its key in memory where the storage is %s', async (_how, get) => {
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

it('a mark tells wishes apart', () => {
  const wish = { operation: 'suspend', userIds: ['a', 'b'] }
  expect(markOf({ ...wish })).toBe(markOf(wish))
  expect(markOf({ ...wish, userIds: ['b', 'a'] })).not.toBe(markOf(wish))
})
