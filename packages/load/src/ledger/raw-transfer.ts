import {
  type AnyClientBulkWriteModel,
  type Db,
  type Document,
  type MongoClient,
  MongoClientBulkWriteError,
} from 'mongodb'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'

type Wallet = { _id: string; balance: bigint; seq: bigint; scopeVersion: number }
const namespace = '5b0f3c1e-6f0a-5d55-9f0e-3d2c8a4b7e11'
const entryId = (wallet: string, seq: bigint) => `${wallet}|${String(seq).padStart(15, '0')}`
const walletRef = (walletId: string) => ({ walletId, username: 'bench', role: 'admin', ancestry: {} })

/**
 * The peer: a straightforward implementation with the driver. The same seven writes as the ledger, into equal collections
 * with the same validators, one transaction per transfer, retried on conflicts.
 */
export function rawTransfer({ client, db }: { client: MongoClient; db: Db }) {
  const wallets = db.collection<Wallet>('wallets')

  async function attempt(from: string, to: string, amount: bigint): Promise<void> {
    await client.withSession(session =>
      session.withTransaction(
        async () => {
          const rows = await wallets.find({ _id: { $in: [from, to] } }, { session }).toArray()
          const sender = rows.find(row => row._id === from)
          const receiver = rows.find(row => row._id === to)
          if (!sender || !receiver || sender.balance < amount) throw new Error('raw program: insufficient balance')
          const models = sevenWrites(db, { sender, receiver, amount })
          const { matchedCount } = await client.bulkWrite(models, { session, ordered: true })
          if (Number(matchedCount) !== 2) throw new Error('raw program: wallet update conflict')
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
      ),
    )
  }

  return async (from: string, to: string, amount: bigint): Promise<void> => {
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      try {
        return await attempt(from, to, amount)
      } catch (error) {
        if (!isConflict(error)) throw error
        await new Promise(resolve => setTimeout(resolve, Math.random() * wait))
      }
    }
  }
}

/** A conflict in a bulk write has no error label, so the driver does not retry the transaction. */
const isConflict = (error: unknown) =>
  error instanceof MongoClientBulkWriteError && [...error.writeErrors.values()].some(({ code }) => Number(code) === 112)

function sevenWrites(db: Db, transfer: { sender: Wallet; receiver: Wallet; amount: bigint }) {
  const { sender, receiver, amount } = transfer
  const inDb = (collection: string) => `${db.databaseName}.${collection}`
  const id = uuidv5(`bench|${uuidv7()}`, namespace)
  const createdAt = new Date()
  const day = { bizDate: createdAt.toISOString().slice(0, 10), createdAt }
  const kind = 'transfer'
  const actor = { id: 'bench', username: 'bench', role: 'superadmin' }
  const hash = id.slice(0, 22)
  const postingOf = ({ _id, seq, balance }: Wallet, signed: bigint) => ({
    w: _id,
    username: 'bench',
    amount: signed,
    seq: seq + 1n,
    balAfter: balance + signed,
  })
  const postings = [postingOf(sender, -amount), postingOf(receiver, amount)]
  const [sourceBalance, destinationBalance] = [sender.balance - amount, receiver.balance + amount]
  const data = {
    transferId: id,
    kind,
    amount: String(amount),
    note: '',
    bizDate: day.bizDate,
    source: walletRef(sender._id),
    destination: walletRef(receiver._id),
    sourceBalance: String(sourceBalance),
    destinationBalance: String(destinationBalance),
  }
  const event = { at: createdAt, causationId: null, type: 'credit.transfer.recorded.v1', actor, correlationId: 'bench' }

  const models: AnyClientBulkWriteModel<Document>[] = [sender, receiver].map((wallet, side) => {
    const filter: Document = { _id: wallet._id, seq: wallet.seq, scopeVersion: wallet.scopeVersion }
    const $set = { balance: postings[side]?.balAfter, seq: wallet.seq + 1n, updatedAt: createdAt }
    return { name: 'updateOne', namespace: inDb('wallets'), filter, update: { $set } }
  })
  const insert = (collection: string, document: Document) =>
    models.push({ name: 'insertOne', namespace: inDb(collection), document })
  insert('transfers', { _id: id, hash, kind, amount, postings, actor, note: '', ...day })
  for (const { w, seq, amount: signed, balAfter } of postings) {
    insert('entries', { _id: entryId(w, seq), t: id, kind, amount: signed, balAfter, ...day })
  }
  insert('idempotency', { _id: id, hash, amount, sourceBalance, destinationBalance, createdAt })
  insert('outbox', { _id: uuidv7(), ...event, data, todo: 'number' })
  return models
}
