import { compileGame, type Game, parseResult, type TicketLine, winningLegs, winnings } from '@cascade/draw-rules'
import { type Document, MongoClient } from 'mongodb'

/** A stake in the ledger with all claims and recoveries of its ticket, in hundredths. */
export type RawTicket = {
  id: string
  playerId: string
  adminId: string
  gameId: string
  drawId: string
  /** Account ids from the admin down to the player at booking time. */
  chain: readonly string[]
  lines: readonly TicketLine[]
  stake: bigint
  at: Date
  paid: { at: Date; amount: bigint }[]
}
type RawResult = { knownAt: Date; result: string; booster: number; game: Game }
type Credit = { id: string; kind: string; amount: bigint; at: Date; parties: string[] }
type Entry = { wallet: string; seq: number; at: Date; balance: bigint }
export type RawBooks = {
  tickets: RawTicket[]
  results: Map<string, RawResult[]>
  credits: Credit[]
  entries: Entry[]
}

const levels = ['admin', 'superareamanager', 'areamanager', 'master'] as const

/** Reads ledger rows and signed records from the database, without any aggregate of a service. */
export async function readRawBooks(uri: string): Promise<RawBooks> {
  const client = await new MongoClient(uri, { useBigInt64: true }).connect()
  const rows = (db: string, name: string) => client.db(db).collection<Document & { _id: string }>(name).find().toArray()
  try {
    const transfers = await rows('accounts', 'transfers')
    const tickets = new Map<string, RawTicket>()
    for (const row of transfers.filter(({ play }) => play?.kind === 'stake')) tickets.set(row._id, ticketOf(row))
    for (const row of transfers) addPayments(tickets, row)
    const credits = transfers.filter(({ play }) => !play).map(creditOf)
    const games = new Map(
      (await rows('live', 'descriptions')).map(({ _id, description }) => [_id, compileGame(description)]),
    )
    const results = new Map<string, RawResult[]>()
    for (const { sealed } of await rows('live', 'records')) {
      const { drawId, drawAt, result, booster, resultVersion, descriptionDigest } = sealed.record
      const game = games.get(descriptionDigest)
      if (!game) throw new Error(`${drawId} has no description`)
      const knownAt = new Date(resultVersion > 1 ? sealed.confidential.manual.at : drawAt)
      results.set(drawId, [...(results.get(drawId) ?? []), { knownAt, result, booster: Number(booster.value), game }])
    }
    for (const versions of results.values()) versions.sort((a, b) => a.knownAt.getTime() - b.knownAt.getTime())
    const entries = (await rows('accounts', 'entries')).map(({ _id, createdAt, balAfter }) => {
      const [wallet = '', seq = ''] = String(_id).split('|')
      return { wallet, seq: Number(seq), at: createdAt as Date, balance: BigInt(balAfter) }
    })
    return { tickets: [...tickets.values()], results, credits, entries }
  } finally {
    await client.close()
  }
}

function ticketOf({ _id, play, amount, createdAt }: Document): RawTicket {
  const { draw, lines } = JSON.parse(play.details) as { draw: string; lines: [string, number][] }
  const { id, ancestry } = play.player
  return {
    id: String(_id),
    playerId: id,
    adminId: play.adminId,
    gameId: play.gameId,
    drawId: draw,
    chain: [...levels.map(level => String(ancestry[level])), id],
    lines: lines.map(([leg, quantity]) => ({ leg, quantity })),
    stake: BigInt(amount),
    at: createdAt,
    paid: [],
  }
}

function addPayments(tickets: ReadonlyMap<string, RawTicket>, { play, amount, createdAt: at }: Document) {
  if (play?.kind === 'claim') {
    const { tickets: paid } = JSON.parse(play.details) as { tickets: [string, string][] }
    for (const [id, part] of paid) tickets.get(id)?.paid.push({ at, amount: BigInt(part) })
  }
  if (play?.kind === 'recover') {
    const { ticket } = JSON.parse(play.details) as { ticket: string }
    tickets.get(ticket)?.paid.push({ at, amount: -BigInt(amount) })
  }
}

const creditOf = ({ _id, kind, amount, createdAt, postings }: Document): Credit => ({
  id: String(_id),
  kind,
  amount: BigInt(amount),
  at: createdAt,
  parties: postings.map(({ w }: { w: string }) => w),
})

/** Win and result of a ticket at a moment; undefined before its draw had a result. */
export function wonAt({ results }: RawBooks, { drawId, lines }: RawTicket, at: Date) {
  const latest = (results.get(drawId) ?? []).filter(({ knownAt }) => knownAt <= at).at(-1)
  if (!latest) return undefined
  const outcome = parseResult(latest.game, latest.result)
  if (!outcome) throw new Error(`${latest.result} is not a valid result`)
  return { result: latest.result, win: winnings(lines, winningLegs(latest.game, outcome), latest.booster) }
}

export function claimedAt(books: RawBooks, ticket: RawTicket, at: Date): bigint {
  const paid = ticket.paid.filter(each => each.at <= at).reduce((sum, { amount }) => sum + amount, 0n)
  const win = wonAt(books, ticket, at)?.win ?? 0n
  return paid < win ? paid : win
}

export const balanceAt = ({ entries }: RawBooks, wallet: string, at: Date): bigint =>
  entries
    .filter(entry => entry.wallet === wallet && entry.at <= at)
    .sort((a, b) => a.seq - b.seq)
    .at(-1)?.balance ?? 0n
