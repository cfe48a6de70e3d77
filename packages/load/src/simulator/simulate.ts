import { formatPoints, toPoints } from '@cascade/contracts'
import { signIn, type User } from '@cascade/contracts/client'
import { createPlayClient, type PlayClient } from '@cascade/play-client'
import { type Playable, playableOfTable } from '../players/bets'
import { addPlayers, createPeople, giveCredit, readState, type State, writeState } from '../players/people'
import { createRandom, type Random } from '../players/random'
import { openUser, patience } from '../players/users'
import type { Options } from './options'
import { createPlayer, type Player, runAtRate } from './player'
import { createFigures } from './report'
import { awaitSettlement, checkPools, readPools } from './settlement'

const lineEveryMs = 2_000
const creditEveryMs = 10_000
/** Longer runs skip the final check of each ticket. */
const checkedTicketsMax = 100_000

type Log = (line: string) => void

/** Plays until `signal` or the end of `seconds`, then checks the pools. @returns whether they match */
export async function simulate(options: Options, signal: AbortSignal, log: Log): Promise<boolean> {
  const operator = openUser(options.url, { username: options.operator, password: options.password })
  const people = await findPeople(operator, options, log)
  const clients = people.players.map(login => createPlayClient(options.url, () => login))
  const games = await readGames(clients[0])
  if (games.length === 0) throw new Error('There is no game to play.')
  const startDate = new Date(Date.now() - 1_000).toISOString()
  const gameIds = games.map(({ gameId }) => gameId)
  const before = await readPools(operator, people.adminId, gameIds)
  log(`${people.players.length} players, ${games.length} games, ${options.rate} bets/s, seed ${options.seed}`)

  const { figures, tickets } = await play(operator, people, { options, signal, log, games, clients })
  log(figures.line())
  if (tickets.size > checkedTicketsMax) {
    log('The run was too long to be checked ticket by ticket.')
    return true
  }
  log('Waiting until the last draws are settled …')
  const settled = await awaitSettlement(operator, people.master.id, tickets, {
    startDate,
    signal: AbortSignal.timeout(900_000),
  })
  if (!settled) throw new Error('The last draws were not settled in time.')
  const { isEqual, change, expected } = checkPools(before, await readPools(operator, people.adminId, gameIds), settled)
  const points = (hundredths: bigint) => formatPoints(toPoints(hundredths))
  log(
    `Stakes ${points(settled.stakes)} − wins ${points(settled.wins)} = ${points(expected)}; pools ${points(change)}: ${isEqual ? 'equal' : 'DIFFERENT (did others play, too?)'}`,
  )
  return isEqual
}

async function findPeople(operator: User, options: Options, log: Log): Promise<State> {
  const saved = await readState(options.state, options.url)
  const [first] = saved?.players ?? []
  const isUsable = first !== undefined && (await signIn(options.url, first, patience)) !== undefined
  if (!isUsable) log('Making players …')
  const people = saved && isUsable ? saved : await createPeople(operator, options.url, options.below, options.players)
  await addPlayers(operator, people, options.players)
  await writeState(options.state, people)
  const players = people.players.slice(0, options.players)
  await giveCredit(operator, options.password, people, {
    playerIds: players.map(({ id }) => id),
    points: options.credit,
  })
  return { ...people, players }
}

async function readGames(client: PlayClient | undefined): Promise<Playable[]> {
  const games = (await client?.games()) ?? []
  return Promise.all(games.map(async ({ gameId }) => playableOfTable(await (client as PlayClient).table(gameId))))
}

type Playing = { options: Options; signal: AbortSignal; log: Log; games: Playable[]; clients: PlayClient[] }

async function play(operator: User, people: State, { options, signal, log, games, clients }: Playing) {
  const random = createRandom(options.seed)
  const figures = createFigures()
  const tickets = new Set<string>()
  const pendingBets = new Set<Promise<void>>()
  const players = clients.map((client, index) =>
    createPlayer({
      id: people.players[index]?.id ?? '',
      client,
      random: createRandom(options.seed + index + 1),
      figures,
      signal,
    }),
  )
  const stopSignal = options.seconds ? AbortSignal.any([signal, AbortSignal.timeout(options.seconds * 1000)]) : signal
  const lines = setInterval(() => options.quiet || log(figures.line()), lineEveryMs)
  const refills = setInterval(() => void refill(operator, options, people, players), creditEveryMs)
  await runAtRate(options.rate, stopSignal, () => {
    const player = freePlayer(players, random)
    if (!player) return false
    const bet = player.bet(random.pick(games)).then(ticketId => {
      if (ticketId && tickets.size <= checkedTicketsMax) tickets.add(ticketId)
      pendingBets.delete(bet)
    })
    pendingBets.add(bet)
    return true
  })
  clearInterval(lines)
  clearInterval(refills)
  await Promise.all(pendingBets)
  return { figures, tickets }
}

function freePlayer(players: readonly Player[], random: Random): Player | undefined {
  const start = random.between(0, players.length - 1)
  return players.map((_, index) => players[(start + index) % players.length]).find(player => player?.isFree())
}

async function refill(operator: User, options: Options, people: State, players: readonly Player[]) {
  const broke = players.filter(player => player.isBroke())
  try {
    await giveCredit(operator, options.password, people, {
      playerIds: broke.map(({ id }) => id),
      points: options.credit,
    })
    for (const player of broke) player.funded()
  } catch {
    // These players pause until the next round retries.
  }
}
