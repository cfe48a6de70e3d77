import { runTexts } from '@cascade/contracts/accounts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { withIdleRuns } from '../testing/idle-runs'
import { fund, type Made, makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'
import type { Run } from './run-store'
import { processNextRows } from './run-worker'
import { startRun } from './start-run'
import { undoRun } from './undo-run'

let players: Made[]
const world = await makeWorld()
const chain = await makeChain(world)
beforeEach(async () => {
  const below = { refId: chain.master._id }
  players = await Promise.all([1, 2, 3].map(() => makeAccount(world, 'player', below)))
})
afterAll(() => world.close())

const admin = () => world.actorOf(chain.admin.username)
const toggle = (id: string, action: string) => world.call(`PATCH /player/toggle-status/${id}/${action}`)
const statuses = () =>
  Promise.all(players.map(async ({ _id }) => (await world.call(`GET /player/${_id}`)).body.data.userStatus))
const read = async (id: string) => (await world.call(`GET /runs/${id}`, { as: await admin() })).body
async function over(id: string) {
  await expect.poll(async () => (await read(id)).run.state, { timeout: 30_000 }).toBe('done')
  return read(id)
}
const target = (count = 3) => ({ role: 'player', userIds: players.slice(0, count).map(({ _id }) => _id), count })

async function run(operation: string, input: object = target()) {
  const { body } = await world.call('POST /runs', { as: await admin(), body: { operation, ...input } })
  return over(body.data._id)
}
const undo = async (id: string, as?: Awaited<ReturnType<typeof admin>>) =>
  world.call(`POST /runs/${id}/undo`, { as: as ?? (await admin()), body: {} })

describe('the undo of a run', () => {
  it('restores what was before: who was suspended already stays so', async () => {
    const [first] = players as [Made]
    await toggle(first._id, 'deactivate')
    const suspended = await run('suspend')
    expect(suspended.data.map(({ changed }: { changed: boolean }) => changed)).toEqual([false, true, true])
    const { status, body } = await undo(suspended.run._id)
    expect([status, body.data]).toMatchObject([200, { operation: 'activate', total: 2, undoes: suspended.run._id }])
    expect((await over(body.data._id)).run).toMatchObject({ done: 2, refused: 0 })
    expect(await statuses()).toEqual([false, true, true])
    expect((await read(suspended.run._id)).run.undoneBy).toBe(body.data._id)
    expect((await undo(suspended.run._id)).body.data._id).toBe(body.data._id)
  })

  it('leaves accounts alone whose status was changed again since, with the reason, and is undone like a run', async () => {
    const [first, second] = players as [Made, Made]
    const suspended = await run('suspend')
    await toggle(first._id, 'activate')
    await toggle(second._id, 'activate')
    await toggle(second._id, 'deactivate')
    const undone = await over((await undo(suspended.run._id)).body.data._id)
    const rejected = { state: 'refused', message: runTexts.changedSince }
    expect(undone.data).toMatchObject([rejected, rejected, { state: 'done', changed: true }])
    expect(await statuses()).toEqual([true, false, true])
    const again = await over((await undo(undone.run._id)).body.data._id)
    expect([again.run.operation, again.run.total]).toEqual(['suspend', 1])
    expect(await statuses()).toEqual([true, false, false])
  })

  it('knows what the run has changed before a crash', async () => {
    const { deps } = await withIdleRuns(world)
    const ctx = { actor: await admin(), requestId: 'crash', idempotencyKey: undefined, ifMatch: undefined }
    const call = { ...ctx, setHeader: () => undefined }
    const crashing = { ...deps, transaction: () => Promise.reject(new Error('killed')) }
    const finish = async (started: Run) => {
      await expect(processNextRows(crashing, started)).rejects.toThrow('killed')
      await processNextRows(deps, started)
      return (await deps.runs.find(started._id)) as Run
    }
    const suspended = await finish(
      await startRun(deps, { ctx: call, input: { operation: 'suspend', ...target(), role: 'player' } }),
    )
    expect(await statuses()).toEqual([false, false, false])
    const undone = await finish(await undoRun(deps, { ...call, requestId: 'crash-2' }, suspended))
    expect(undone).toMatchObject({ state: 'done', total: 3, refusedIn: [0] })
    expect(await statuses()).toEqual([true, true, true])
  })

  it('is rejected for other operations, for runs without a change, and for other users', async () => {
    await fund(world, chain.admin, 10)
    const credit = await run('give-credit', { ...target(1), amount: 1, password: testPassword })
    expect((await undo(credit.run._id)).body).toMatchObject({ code: 'CONFLICT', message: runTexts.notUndone })
    const unchanged = await run('activate')
    expect((await undo(unchanged.run._id)).body).toMatchObject({ code: 'CONFLICT', message: runTexts.nothingChanged })
    const stranger = await world.actorOf(chain.superareamanager.username)
    expect((await undo(unchanged.run._id, stranger)).status).toBe(404)
  })
})
