import { accountApi, ledgerApi, userApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import { expect, onTestFinished, vi } from 'vitest'
import type { Api, Session } from '../../support/api'
import type { Rows } from '../play/ledger-rows'

/** One transfer request. `status` is the HTTP status, 0 without a response. */
export type Attempt = { key: string; status: number; code: string }

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
const patience = { timeout: 60_000, interval: 250 }
/** Per caller: every key is resent at the end, which takes time. */
const attemptsMax = 2_000
const resendersMax = 8

export type Bank = ReturnType<typeof openBank>

export function openBank(api: Api, superadmin: Session) {
  async function send(toUserId: string, points: number, key: string, level: 'admin' | 'superadmin' = 'admin') {
    return api
      .send('POST', accountApi[level].transfer.path, {
        token: superadmin.token,
        body: { toUserId, transferAmount: points, password: demoPassword },
        headers: { 'idempotency-key': key },
      })
      .catch(() => ({ status: 0, body: {} as Record<string, unknown> }))
  }

  const balanceOf = async (id: string) =>
    (await api.call(userApi.read, superadmin, { params: { id } })).user.walletBalance
  const differenceOf = async () => (await api.call(ledgerApi.conservation, superadmin)).data.difference

  /**
   * Callers that repeatedly transfer 1.00 until stopped, each time with a new idempotency key.
   * @param pauseMs pause after a booked transfer; after any other result it is 50 ms
   */
  function startLoad(toUserId: string, { callers, pauseMs = 0 }: { callers: number; pauseMs?: number }) {
    const attempts: Attempt[] = []
    let isOver = false
    let booked = 0
    const run = async (caller: number) => {
      for (let n = 0; !isOver && n < attemptsMax; n++) {
        const key = `load-${toUserId}-${caller}-${n}`
        const { status, body } = await send(toUserId, 1, key)
        attempts.push({ key, status, code: String(body.code ?? '') })
        if (status === 200) booked += 1
        await pause(status === 200 ? pauseMs : 50)
      }
    }
    const running = Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)))
    // Stop the callers when a test fails, so they do not disturb the next one.
    onTestFinished(async () => {
      isOver = true
      await running
    })
    return {
      booked: () => booked,
      /** Waits for `more` further booked transfers. @returns the elapsed milliseconds */
      async waitForMore(more: number): Promise<number> {
        const since = Date.now()
        const target = booked + more
        await expect.poll(() => booked, patience).toBeGreaterThanOrEqual(target)
        return Date.now() - since
      },
      async stop(): Promise<readonly Attempt[]> {
        isOver = true
        await running
        return attempts
      },
    }
  }

  /** Resends every key: acknowledged transfers must replay, the others may now be booked once. */
  async function expectEachOnce(toUserId: string, attempts: readonly Attempt[]) {
    const before = await balanceOf(toUserId)
    const acknowledged = attempts.filter(({ status }) => status === 200)
    const unknown = attempts.filter(({ status }) => status === 0 || status >= 500)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(before).toBeGreaterThanOrEqual(acknowledged.length)
    expect(before).toBeLessThanOrEqual(acknowledged.length + unknown.length)
    const left = [...attempts]
    const resend = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { key } = next
        // The suite may still reject for overload: it admits fewer calls for some seconds after a slow database.
        const answer = await vi.waitFor(async () => {
          const { status } = await send(toUserId, 1, key)
          if (status === 429) throw new Error('The transfer was rejected for overload.')
          return status
        }, patience)
        expect(answer).toBe(200)
      }
    }
    await Promise.all(Array.from({ length: resendersMax }, resend))
    expect(await balanceOf(toUserId)).toBe(new Set(attempts.map(({ key }) => key)).size)
    expect(await differenceOf()).toBe(0)
  }

  return {
    send,
    balanceOf,
    differenceOf,
    startLoad,
    expectEachOnce,
    /** A transfer beyond the balance is rejected and writes no wallet. */
    async expectRejectedLeavesNoTrace(toUserId: string, rows: Pick<Rows, 'wallets'>) {
      const sides = [toUserId, superadmin.user._id]
      const before = await rows.wallets(sides)
      expect((await send(toUserId, 10 ** 9, `refused-${toUserId}`)).status).toBe(400)
      expect(await rows.wallets(sides)).toEqual(before)
    },
    issue: (points: number) => send(superadmin.user._id, points, `issue-${points}`, 'superadmin'),
    /** Sends transfers until one is booked. */
    async waitForSuccess(toUserId: string, timeout: number): Promise<void> {
      let n = 0
      const status = async () => (await send(toUserId, 0.01, `probe-${toUserId}-${n++}`)).status
      await expect.poll(status, { timeout, interval: 50 }).toBe(200)
    },
  }
}

export const failuresIn = (attempts: readonly Attempt[]): string[] =>
  [...new Set(attempts.filter(({ status }) => status !== 200).map(({ status, code }) => `${status} ${code}`))].sort()
