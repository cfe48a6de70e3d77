import type { Suite } from '@cascade/dev'
import { connectMongo } from '@cascade/service-kit'
import type { Document } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { newUniqueId } from '../growth/crowd'
import { median, type Row } from '../measure'
import { openSession } from '../players/users'
import { callApi } from '../transfers/api'

const calls = 40
const path = '/player/all?page=1&size=10'
type Stored = Document & { _id: string; username: string; uniqueId: string }

export async function listPageRow(suite: Suite): Promise<Row> {
  const { db, close } = await connectMongo(suite.mongo.uri, 'accounts')
  const accounts = db.collection<Stored>('accounts')
  const wallets = db.collection<Stored>('wallets')
  const [superadmin] = suite.logins
  if (!superadmin) throw new Error('The demo tree has no logins')
  const { token } = await openSession(suite.url, superadmin)

  /** Inserts copies of the rows of an existing account, so this file does not depend on the fields. */
  async function growTo(count: number) {
    const model = await accounts.findOne({ username: 'player1' })
    const wallet = await wallets.findOne({ _id: model?._id ?? '' })
    if (!model || !wallet) throw new Error('The demo tree has no player1')
    const present = await accounts.countDocuments({ role: 'player' })
    const ids = Array.from({ length: Math.max(0, count - present) }, () => uuidv7())
    const copies = ids.map((_id, index) => {
      const username = `bench${present + index}`
      return { ...withUniqueNames(model, username), _id, username, uniqueId: newUniqueId() }
    })
    for (let at = 0; at < copies.length; at += 1_000) {
      const part = copies.slice(at, at + 1_000)
      await accounts.insertMany(part)
      await wallets.insertMany(
        part.map(({ _id }) => ({ ...wallet, _id, balance: 0n, seq: 0n, updatedAt: new Date(0) }) as Stored),
      )
    }
  }
  async function measurePage() {
    const times: number[] = []
    for (let call = 0; call < calls; call++) {
      const from = performance.now()
      await callApi(suite.url, { method: 'GET', path, token })
      times.push(performance.now() - from)
    }
    return median(times)
  }

  try {
    await growTo(100)
    await measurePage()
    const few = await measurePage()
    await growTo(10_000)
    await measurePage()
    const many = await measurePage()
    const [ours, peer] = [`${many.toFixed(1)} ms`, `${few.toFixed(1)} ms`]
    const name = 'First page of a list, 10,000 accounts / 100 accounts'
    return { name, ours, peer, ratio: (many / few).toFixed(2), aim: 'quick', note: `median of ${calls} calls` }
  } finally {
    await close()
  }
}

/** Fields that must be unique: all forms of the username; contacts are omitted. */
function withUniqueNames(model: Stored, username: string): Document {
  const fields = Object.entries(model)
    .filter(([field]) => !/^(email|phone)/.test(field))
    .map(([field, value]) => [field, /^username/.test(field) ? username : value])
  return Object.fromEntries(fields)
}
