import { setTimeout } from 'node:timers/promises'
import { accountApi, cashApi, type LimitsInput, limitApi, reversalApi } from '@cascade/contracts/accounts'
import { RejectedError, type User } from '@cascade/contracts/client'
import { liveApi } from '@cascade/contracts/live'
import { demoPassword } from '../seed/demo-tree'
import { adminOf, type DemoUsers } from './demo-users'
import { bet, type PlayedDraw, type World, waitUntilSettled } from './play-session'

const minuteMs = 60_000

type Past = World & { players: string[]; daysSinceMonday: number }

/**
 * Acts of operators besides the play, the earliest first. `run` gets a settled draw of that day. The week before last
 * is the first of two closed weeks: one of its draws is corrected in the second.
 */
export function incidentsOf({ players, daysSinceMonday: monday, ...world }: Past) {
  const { users } = world
  let ofFirstWeek: PlayedDraw | undefined
  return [
    {
      daysAgo: monday + 10,
      async run(draw: PlayedDraw) {
        ofFirstWeek = draw
        await limit(users, 'player1', { stakeDayMax: 5_000 })
        await limit(users, 'master3', { giveDayMax: 20_000 })
      },
    },
    {
      daysAgo: monday + 7,
      async run() {
        await users.give('admin1', 150_000)
        await users.give('superareamanager1', 30_000, 'For the week')
        await users.give('superareamanager2', 10_000, 'For the week')
      },
    },
    {
      daysAgo: monday + 5,
      run: (draw: PlayedDraw) =>
        correct(world, ofFirstWeek ?? draw, 'The wheel was touched before it stood still, as the recording shows.'),
    },
    {
      daysAgo: 4,
      async run() {
        await users.give('master2', 5_000, 'For the week')
        await users.takeBack('master2', 1_500, 'Too much for a quiet week')
      },
    },
    {
      daysAgo: 3,
      async run() {
        await suspend(users, 'player8')
        players.splice(players.indexOf('player8'), 1)
      },
    },
    {
      daysAgo: 2,
      async run(draw: PlayedDraw) {
        await correct(world, draw, 'The camera shows another number than the one that was typed.')
        await reverse(users, await users.give('player2', 400), 'master1', 'Meant for player3')
        await users.give('player3', 400)
      },
    },
    {
      daysAgo: 1,
      async run(draw: PlayedDraw) {
        const payment = { amount: 1_250, direction: 'received', note: 'Collected at the shop' } as const
        const userId = await users.idOf('master1')
        await users.find('areamanager1').call(cashApi.record, { body: { userId, ...payment }, key: 'history-cash' })
        await users.give(draw.player, 600)
        await voidTicket(world, draw, 'The player tapped twice')
      },
    },
  ]
}

async function correct({ suite, users }: World, draw: PlayedDraw, reason: string) {
  suite.moveTo(suite.now() + 2 * minuteMs)
  const superadmin = users.find('superadmin')
  const { drawId } = draw
  const result = await findResultWithOtherWins(superadmin, draw)
  await superadmin.call(liveApi.correctResult, { body: { drawId, result, boosterValue: 1, reason } })
  await waitUntilSettled(users, drawId)
}

async function findResultWithOtherWins(superadmin: User, { drawId, table, options }: PlayedDraw): Promise<string> {
  const { documents } = (await superadmin.call(liveApi.draw, { params: { drawId } })).data
  const published = documents.at(-1)?.record.result
  for (const result of [...options, ...table.options].filter(option => option !== published)) {
    const query = { drawId, result, boosterValue: '1' } as const
    const { before, after } = (await superadmin.call(liveApi.correction, { query })).data
    if (before !== after) return result
  }
  throw new Error(`Every result of the draw ${drawId} pays the same.`)
}

async function suspend(users: DemoUsers, username: string) {
  const userId = await users.idOf(username)
  await users.find('superadmin').call(accountApi.player.toggle, { params: { userId, action: 'deactivate' } })
}

async function limit(users: DemoUsers, username: string, body: LimitsInput) {
  const admin = users.find(adminOf(username))
  const params = { userId: await users.idOf(username) }
  // Renews a session that has ended, which `send` does not.
  await admin.call(limitApi.read, { params })
  const { send } = await admin.session()
  const { status } = await send('PUT', `/limits/${params.userId}`, { body, headers: { 'if-match': '*' } })
  if (status !== 200) throw new Error(`The limits of ${username} were answered with ${status}.`)
}

async function reverse(users: DemoUsers, transferId: string, by: string, reason: string) {
  const body = { reason, password: demoPassword }
  await users.find(by).call(reversalApi.reverse, { params: { transferId }, body, key: `history-reverse-${transferId}` })
}

const arrivalDeadlineMs = 30_000

/** Repeated until the ticket has arrived among the tickets, or with another one if betting was closed meanwhile. */
async function voidTicket(world: World, { table, player }: PlayedDraw, reason: string) {
  const deadline = Date.now() + arrivalDeadlineMs
  let ticket = await bet(world, player, table)
  while (ticket) {
    try {
      const input = { params: { ticketId: ticket.ticketId }, body: { reason } }
      return await world.users.find(adminOf(player)).call(liveApi.voidTicket, input)
    } catch (error) {
      if (!(error instanceof RejectedError && error.isFinal) || Date.now() > deadline) throw error
      if (error.status !== 404) ticket = await bet(world, player, table)
      await setTimeout(100)
    }
  }
}
