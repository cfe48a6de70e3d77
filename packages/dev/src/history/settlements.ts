import { setTimeout } from 'node:timers/promises'
import { runApi, settlementApi } from '@cascade/contracts/accounts'
import { RejectedError, type User } from '@cascade/contracts/client'
import { demoPassword, demoTree } from '../seed/demo-tree'
import type { Log } from '../servers/server'
import { createDemoUsers } from './demo-users'

const deadlineMs = 120_000
const pollMs = 500
const rowsMax = 100

const parents = demoTree.filter(({ role }) => role !== 'player').map(({ username }) => username)

/**
 * Closes weeks for the accounts below each admin and manager, and pays all but the last: some commissions in points, some
 * in cash. Dated now, because the API takes no date.
 * @param weeks their Sundays, in order
 */
export async function settleWeeks(url: string, weeks: readonly string[], log: Log = () => undefined): Promise<void> {
  const users = createDemoUsers(url)
  const deadline = Date.now() + deadlineMs
  async function settle(username: string, number: number) {
    for (const to of weeks) {
      await close(users.find(username), to, deadline)
      if (to !== weeks.at(-1)) await pay(users.find(username), to, number)
    }
  }
  await Promise.all(
    parents.map((username, number) =>
      settle(username, number).catch(error => log(`The demo goes on without settlements of ${username}: ${error}`)),
    ),
  )
}

async function close(parent: User, to: string, deadline: number) {
  for (;;) {
    try {
      const { run } = (await parent.call(settlementApi.close, { body: { to }, key: `history-close-${to}` })).data
      const isRunning = async () =>
        run && (await parent.call(runApi.read, { params: { runId: run._id } })).run.state === 'running'
      while ((await isRunning()) && Date.now() < deadline) await setTimeout(pollMs)
      return
    } catch (error) {
      // The reports have not applied the past yet.
      if (!(error instanceof RejectedError && error.status === 503) || Date.now() > deadline) throw error
      await setTimeout(pollMs)
    }
  }
}

async function pay(parent: User, period: string, number: number) {
  const query = { period, state: 'closed', size: rowsMax } as const
  const { data } = await parent.call(settlementApi.list, { query })
  for (const [index, { _id }] of data.entries()) {
    const as = (number + index) % 3 === 0 ? 'cash' : 'points'
    const body = { password: demoPassword, as } as const
    await parent.call(settlementApi.pay, { params: { settlementId: _id }, body, key: `history-pay-${_id}` })
  }
}
