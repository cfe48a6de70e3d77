import type { AnyEvent } from '@cascade/contracts'
import type { GameDescription } from '@cascade/contracts/games'
import type { DrawPage, PendingResult } from '@cascade/contracts/live'
import { actorOf, eventually, makeAccount, type makeTestApi } from '@cascade/service-kit/testing'
import { storeGames } from './draw-deps'
import { storeAccounts } from './make-player'
import { prepareLive } from './start-live'

/** Well before the end of every draw that begins on the full hour. */
const startMs = Date.parse('2026-03-01T10:00:05.000Z')

export type LiveWorld = Awaited<ReturnType<typeof startLiveWorld>>

/**
 * A running svc-live below one superadmin and one admin, on a clock that stands until the test moves it: no draw ends
 * by itself.
 * @param games by id
 * @param mongodbUri the database of svc-live, as it sees it
 */
export async function startLiveWorld(games: Readonly<Record<string, GameDescription>>, mongodbUri?: string) {
  let nowMs = startMs
  const live = await prepareLive({ now: () => nowMs }, mongodbUri)
  const { ledger, db, call } = live
  for (const [gameId, description] of Object.entries(games)) await storeGames(db, [gameId], description)
  const root = makeAccount()
  const admin = makeAccount({ role: 'admin', parent: root })
  const [, adminRow] = await storeAccounts(db, [root, admin])
  if (!adminRow) throw new Error('There is an admin.')

  const { engine } = await live.start()
  const isOpen = () => eventually(async () => engine.isOpen())
  await isOpen()

  async function callOk<T>(actor: Caller, line: string, body?: unknown): Promise<T> {
    const { status, body: answer } = await call(actor, line, body)
    if (status >= 300) throw new Error(`${line}: ${status} ${JSON.stringify(answer)}`)
    return answer as T
  }

  const waitUntilSettled = (drawId: string) =>
    eventually(async () => {
      const { data } = await callOk<{ data: DrawPage }>(actorOf(admin), `GET /live/draws/${drawId}`)
      return data.state === 'settled' && data
    })

  /** Advances the clock and waits until the engine has renewed its lease, which follows this clock. */
  async function moveTo(atMs: number): Promise<void> {
    nowMs = Math.max(nowMs, atMs)
    await isOpen()
  }

  return {
    moveTo,
    engine,
    ledger,
    db,
    call,
    callOk,
    url: live.url,
    callAs: live.callAs,
    emit: live.emit,
    waitUntilSettled,
    adminId: admin.accountId,
    admin: actorOf(admin),
    superadmin: actorOf(root),

    /** A player below the admin. @param points in the wallet */
    async player(points = 0) {
      const player = makeAccount({ role: 'player', parent: admin })
      const [row] = await storeAccounts(db, [player])
      if (!row) throw new Error('There is a player.')
      const fund = (more: number) => ledger.fund(row, BigInt(more) * 100n)
      fund(points)
      const balance = () => Number(ledger.balanceOf(row._id)) / 100
      return { actor: actorOf(player), fund, balance }
    },

    choose: async (gameId: string, choice: object) =>
      (
        await callOk<{ data: { pending: PendingResult } }>(actorOf(admin), 'POST /live/addresult', {
          adminId: admin.accountId,
          gameId,
          boosterValue: 1,
          ...choice,
        })
      ).data.pending,

    /** Advances the clock to the end of a draw and waits until it is settled. */
    async finish(drawId: string): Promise<DrawPage> {
      await moveTo(endOf(drawId))
      return waitUntilSettled(drawId)
    },

    events: async <D>(type: string): Promise<D[]> =>
      (await db.collection<AnyEvent & { _id: string; data: D }>('outbox').find({ type }).toArray()).map(
        ({ data }) => data,
      ),

    stop: live.stop,
  }
}

export const endOf = (drawId: string) => Number(drawId.split('_').at(-1)) * 1_000

type Caller = Parameters<ReturnType<typeof makeTestApi>>[0]
