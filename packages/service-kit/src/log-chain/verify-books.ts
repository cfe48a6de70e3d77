import type { ClientSession, Db } from 'mongodb'

type Amount = bigint | number
/** The part of a transfer that figures follow from; amounts in hundredths. */
export type Transfer = {
  amount: Amount
  postings: { w: string; amount: Amount }[]
  /** Positions of both legs, source first. */
  places?: [Position, Position]
  /** `wins`: JSON of `[ticketId, change, won, claimed]` with the figures afterwards; absent in rows of 1.0.0. */
  play?: { kind: string; adminId: string; gameId: string; change: Amount; otherAdmin?: string | null; wins?: string }
}
type Position = { ancestry: { admin?: string } }

const winsPerRead = 10_000
const isPool = (id: string) => /^(pool|wins):/.test(id)

/** Computes external accounts, points issued to admins and wins of tickets from all transfers, and compares them. */
export function createBooksVerification(accounts: Db, fail: (text: string) => void) {
  const rowsOf = <R extends object>(name: string) => accounts.collection<R & { _id: string }>(name)
  const ticketWins = rowsOf<{ won: Amount; claimed: Amount }>('ticket_wins')
  /** Computed less stored figures, by name. */
  const differences = new Map<string, bigint>()
  /** Figures of tickets after their last posting, unless the stored ones were the same when they were last read. */
  const wins = new Map<string, string>()
  let winsMax = winsPerRead

  const add = (name: string, amount: Amount, sign = 1n) =>
    differences.set(name, (differences.get(name) ?? 0n) + sign * BigInt(amount))

  function move(from: string | null | undefined, to: string | null | undefined, amount: Amount) {
    if (from !== to && from) add(`issued to ${from}`, amount, -1n)
    if (from !== to && to) add(`issued to ${to}`, amount)
  }

  async function readWins(session?: ClientSession) {
    const rows = ticketWins.find({ _id: { $in: [...wins.keys()] } as never }, { session })
    for await (const { _id, won, claimed } of rows) if (wins.get(_id) === `${won} ${claimed}`) wins.delete(_id)
    winsMax = 2 * wins.size + winsPerRead
  }

  return {
    async add({ amount, postings, places, play }: Transfer) {
      const pools = postings.filter(({ w }) => isPool(w))
      for (const leg of postings) if (leg.w === 'issuer' || pools.includes(leg)) add(leg.w, leg.amount)
      if (places) move(places[0].ancestry.admin, places[1].ancestry.admin, amount)
      if (!play) return
      const { kind, adminId, gameId, change, otherAdmin } = play
      if (kind === 'pool' || otherAdmin !== undefined) for (const leg of pools) move(otherAdmin, adminId, leg.amount)
      if (kind === 'settle') add(`won in wins:${adminId}:${gameId}`, change)
      if (kind === 'claim' || kind === 'recover')
        add(`claimed in wins:${adminId}:${gameId}`, change, kind === 'claim' ? 1n : -1n)
      for (const [id, , won, claimed] of JSON.parse(play.wins ?? '[]')) wins.set(id, `${won} ${claimed}`)
      if (wins.size >= winsMax) await readWins()
    },

    async finish(session: ClientSession) {
      await readWins(session)
      for (const id of wins.keys()) fail(`Ticket ${id} in ticket_wins differs from its transfers.`)
      const moves = rowsOf<{ from: string; to: string; amount: Amount }>('credit_moves').find({}, { session })
      for await (const { from, to, amount } of moves) move(from, to, amount)
      const externals = rowsOf<{ balance: Amount }>('external_accounts').find({}, { session })
      for await (const { _id, balance } of externals) add(_id, balance, -1n)
      const issued = rowsOf<{ issued: Amount }>('wallets').find({ issued: { $exists: true } as never }, { session })
      for await (const row of issued) add(`issued to ${row._id}`, row.issued, -1n)
      const isBelow = { $or: [{ $lt: ['$won', 0] }, { $lt: ['$claimed', 0] }] }
      const sums = { won: { $sum: '$won' }, claimed: { $sum: '$claimed' }, below: { $sum: { $cond: [isBelow, 1, 0] } } }
      const offerings = ticketWins.aggregate([{ $group: { _id: '$winsId', ...sums } }], { session })
      for await (const { _id, ...totals } of offerings)
        for (const [name, total] of Object.entries(totals)) add(`${name} in ${_id}`, total, -1n)
      for (const [name, difference] of differences)
        if (difference !== 0n) fail(`The transfers say ${difference} hundredths more ${name} than the figures.`)
    },
  }
}
