import { type ClientSession, type MongoClient, MongoError, MongoServerError, MongoServerSelectionError } from 'mongodb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toAppError } from '../http/error-response'
import { CommitUnknown } from './driver-errors'
import { inTransaction } from './transaction'

afterEach(() => {
  vi.useRealTimers()
})

const unreachable = () => new MongoServerSelectionError('Server selection timed out after 3000 ms', {} as never)
const lost = () => {
  const error = new MongoError('the reply to the commit was lost')
  error.addErrorLabel('UnknownTransactionCommitResult')
  return error
}
const replied = (code: number, ...errorLabels: string[]) => new MongoServerError({ code, message: 'no', errorLabels })

/** A client whose commits fail with these errors, one after the other, and then succeed. */
function clientWhoseCommitsFail(nextError: () => unknown) {
  let isOpen = false
  let commits = 0
  const session = {
    hasEnded: false,
    startTransaction: () => {
      isOpen = true
    },
    inTransaction: () => isOpen,
    async commitTransaction() {
      isOpen = false
      commits += 1
      const error = nextError()
      if (error) throw error
    },
    endSession: async () => undefined,
  }
  const client = { startSession: () => session as unknown as ClientSession } as MongoClient
  let runs = 0
  const run = () => inTransaction(client, async () => ++runs)
  return { run, session, counts: () => ({ runs, commits }) }
}

const failing = (...errors: unknown[]) => clientWhoseCommitsFail(() => errors.shift())

describe('a transaction', () => {
  it.each([
    ['no server could be selected', unreachable()],
    ['its reply was lost', lost()],
    ['it was interrupted', replied(11601)],
    ['the write concern timed out', replied(64)],
    ['the transaction was forgotten by a server that may roll back', replied(251)],
    ['signing in for it failed', replied(18)],
  ])('repeats its commit alone when %s', async (_, error) => {
    const { run, counts } = failing(error, error)
    expect(await run()).toBe(1)
    expect(counts()).toEqual({ runs: 1, commits: 3 })
  })

  it('runs its work again when the server says that nothing was committed', async () => {
    const { run, counts } = failing(lost(), replied(251, 'TransientTransactionError'))
    expect(await run()).toBe(2)
    expect(counts()).toEqual({ runs: 2, commits: 3 })
  })

  it('throws what the server rejects in a commit', async () => {
    const { run, counts } = failing(replied(388))
    await expect(run()).rejects.toMatchObject({ code: 388 })
    expect(counts()).toEqual({ runs: 1, commits: 1 })
  })

  it('reports an unknown outcome after repeating its commit for longer than an election', async () => {
    vi.useFakeTimers()
    const { run, counts } = clientWhoseCommitsFail(unreachable)
    const error = run().catch(thrown => thrown)
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await Promise.race([error, 'still trying'])).toBe('still trying')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await error).toBeInstanceOf(CommitUnknown)
    expect(await error).toMatchObject({ cause: { name: 'MongoServerSelectionError' } })
    expect(toAppError(await error)).toMatchObject({ code: 'OUTCOME_UNKNOWN', reason: 'DATABASE_AWAY' })
    expect(counts().runs).toBe(1)
  })

  it('reports an unknown outcome at once when its client was closed', async () => {
    const { run, session } = clientWhoseCommitsFail(unreachable)
    session.hasEnded = true
    await expect(run()).rejects.toBeInstanceOf(CommitUnknown)
  })
})
