import { accountApi } from '@cascade/contracts/accounts'
import { type Game, type GameDescription, gameCodes, gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { compileGame } from '@cascade/draw-rules'
import { masterDescription } from '@cascade/draw-rules/master'
import { type Playable, playableOf } from '@cascade/load/bets'
import { vi } from 'vitest'
import type { Api, Session } from '../../support/api'
import { makeQuickGame } from '../../support/quick-game'
import { createAccount, createBranch, fund } from '../../support/world'

const patience = { timeout: 60_000, interval: 250 }
/** Each account costs the server two password hashes. */
const concurrency = 3
export const creditPoints = 200_000

export type PlayerAt = { session: Session; adminId: string }
export type PlayWorld = {
  superadmin: Session
  admins: readonly Session[]
  players: readonly PlayerAt[]
  games: readonly Playable[]
}

/** Creates two admins with three quick games, and funded players below each. */
export async function makePlayWorld(api: Api, playersPerAdmin: number): Promise<PlayWorld> {
  const superadmin = await api.login('superadmin')
  await fund(api, superadmin, 'superadmin', superadmin.user._id, creditPoints * playersPerAdmin * 2)
  const kinds = [gameCodes.funTarget, gameCodes.funRoullet, gameCodes.tripleFun]
  const made: Game[] = []
  for (const code of kinds) made.push(await makeQuickGame(api, superadmin, 'Faults', descriptionOf(code)))
  const admins: Session[] = []
  const players: PlayerAt[] = []
  for (let number = 0; number < 2; number++) {
    const branch = await createBranch(api, superadmin)
    const body = { games: made.map(({ _id }) => _id) } as never
    await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
    admins.push(await api.login(branch.admin.username))
    const adminId = branch.admin._id
    const add = async () => {
      const { _id, username } = await createAccount(api, superadmin, 'player', branch.master._id)
      await fund(api, superadmin, 'player', _id, creditPoints)
      players.push({ session: await api.login(username), adminId })
    }
    for (let made = 0; made < playersPerAdmin; made += concurrency)
      await Promise.all(Array.from({ length: concurrency }, add))
  }
  const games = kinds.map((code, at) => playableOf(made[at]?.gameId ?? '', compileGame(descriptionOf(code))))
  await waitUntilPlayable(api, { superadmin, admins, players, games }, kinds)
  return { superadmin, admins, players, games }
}

/** Renews all sessions in place before they expire. */
export async function signInAgain(api: Api, { superadmin, admins, players }: PlayWorld): Promise<void> {
  const sessions = [superadmin, ...admins, ...players.map(({ session }) => session)]
  for (const session of sessions) Object.assign(session, await api.login(session.user.username))
}

/** svc-live learns of accounts, games and descriptions through events. */
async function waitUntilPlayable(api: Api, { admins, games }: PlayWorld, kinds: readonly string[]) {
  for (const admin of admins) {
    for (const [at, { gameId }] of games.entries()) {
      const query = { adminId: admin.user._id, gameId }
      await vi.waitFor(async () => {
        const { data } = await api.call(liveApi.loadGame, admin, { query })
        if (data.layout.kind !== descriptionOf(kinds[at] ?? '').layout.kind) throw new Error('Not yet')
        if (data.timecount !== 10) throw new Error('Not yet')
      }, patience)
    }
  }
  await api.call(gamesApi.list, admins[0] as Session)
}

function descriptionOf(code: string): GameDescription {
  const description = masterDescription(code)
  if (!description) throw new Error(`${code} is not a master game`)
  return description
}
