import type { Document, MongoClient } from 'mongodb'
import { MongoServerError } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'

const long = (value: number) => BigInt(value)

/**
 * The peer: a straightforward bet with the driver. The same writes as the ledger and the projection of svc-live, one
 * transaction per bet, retried on conflicts: wallet, pool, transfer, entry, ticket, totals of the draw and of the player's
 * day, and the bet lists of the player and the five ancestors.
 */
export async function openRawBets(client: MongoClient, name: string, players: number) {
  const db = client.db(name)
  const collection = (of: string) => db.collection<Document & { _id: string }>(of)
  const wallets = Array.from({ length: players }, (_, at) => `wallet-${at}`)
  const fresh = { balance: long(1_000_000_000), seq: long(0) }
  await collection('wallets').insertMany(wallets.map(_id => ({ _id, ...fresh })))
  await collection('pools').insertOne({ _id: 'pool', balance: long(0), gateVersion: 0 })
  await collection('tickets').createIndex({ drawId: 1, chunk: 1 })
  await collection('tickets').createIndex({ playerDay: 1 })

  async function attempt(player: number, leg: string) {
    const amount = long(100)
    await client.withSession(session =>
      session.withTransaction(
        async () => {
          const [at, id, wallet] = [new Date(), uuidv7(), wallets[player] ?? '']
          const paid = await collection('wallets').findOneAndUpdate(
            { _id: wallet, balance: { $gte: amount } },
            { $inc: { balance: -amount, seq: long(1) } },
            { session, returnDocument: 'after' },
          )
          const pool = await collection('pools').findOneAndUpdate(
            { _id: 'pool', gateVersion: 0 },
            { $inc: { balance: amount } },
            { session, returnDocument: 'after' },
          )
          if (!paid || !pool) throw new Error('raw program: insufficient balance')
          const day = at.toISOString().slice(0, 10)
          const money = { amount, balAfter: paid.balance, createdAt: at, bizDate: day }
          await collection('transfers').insertOne(
            { _id: id, kind: 'stake', postings: [wallet, 'pool'], poolBalance: pool.balance, leg, ...money },
            { session },
          )
          await collection('entries').insertOne(
            { _id: `${wallet}|${String(paid.seq).padStart(15, '0')}`, t: id, kind: 'stake', ...money },
            { session },
          )
          const ticket = { drawId: 'draw', chunk: 0, lines: [{ leg, quantity: 1 }], playerDay: `${wallet}|${day}` }
          await collection('tickets').insertOne({ _id: id, player: wallet, ...ticket, ...money }, { session })
          const add = (of: string, _id: string, $inc: Document) =>
            collection(of).updateOne({ _id }, { $inc }, { session, upsert: true })
          await add('draws', 'draw', { [`stakes.${leg}`]: amount, stake: amount, tickets: 1 })
          await add('player_days', `${wallet}|${day}`, { play: amount })
          const readers = [wallet, 'master', 'areamanager', 'superareamanager', 'admin', 'superadmin']
          const lists = readers.map(reader => ({
            updateOne: {
              filter: { _id: `${reader}|${day}` },
              update: { $push: { ids: { $each: [id], $slice: -200 } }, $inc: { count: 1 } } as Document,
              upsert: true,
            },
          }))
          await collection('lists').bulkWrite(lists, { session, ordered: false })
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
      ),
    )
  }

  return {
    async bet(player: number, leg: string): Promise<void> {
      for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
        try {
          return await attempt(player % players, leg)
        } catch (error) {
          if (!isConflict(error)) throw error
          await new Promise(resolve => setTimeout(resolve, Math.random() * wait))
        }
      }
    },
    close: () => db.dropDatabase(),
  }
}

const isConflict = (error: unknown) =>
  error instanceof MongoServerError && (error.code === 112 || error.hasErrorLabel('TransientTransactionError'))
