import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TreeRole } from '@cascade/contracts'
import { levelOf } from '@cascade/contracts/accounts'
import type { Suite } from '@cascade/dev'
import { connectMongo, inTransaction } from '@cascade/service-kit'
import type { Document } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { openSession } from '../players/users'
import type { BenchAccount } from '../reports/play-events'
import { callApi } from '../transfers/api'

const password = 'bench-crowd-1'
const mastersPerArea = 20
/** Creation times are spread over this period. */
const createdWithinMs = 365 * 86_400_000
const batchSize = 2_000
const branchPollsMax = 1_200

type Row = Document & { _id: string }
type Model = { account: Row; wallet: Row; credentials: Row }
type Crowded = Exclude<TreeRole, 'superadmin' | 'admin' | 'superareamanager'>
type Made = { _id: string; username: string; token: string }

const Created = z.object({ data: z.object({ _id: z.string(), username: z.string() }) })
const Node = z.object({ data: z.object({ node: z.object({ branch: z.object({ all: z.number() }).optional() }) }) })

export type Crowd = Awaited<ReturnType<typeof createCrowd>>

/**
 * Creates an admin with a subtree of any size, and another admin. The service creates the first account of each level; the
 * others are copies of those rows, so this file does not depend on the fields.
 */
export async function createCrowd(suite: Suite, { playersPerMaster = 100 } = {}) {
  const { url } = suite
  const [root] = suite.logins
  if (!root) throw new Error('The demo tree has no logins')
  const superadmin = await openSession(url, root)
  const { client, db, close } = await connectMongo(suite.mongo.uri, 'accounts')
  const [accounts, wallets, credentials] = ['accounts', 'wallets', 'credentials'].map(name => db.collection<Row>(name))
  if (!accounts || !wallets || !credentials) throw new Error('No collections')

  async function make(role: TreeRole, refId: string) {
    const person = { firstName: 'Bench', lastName: 'Crowd', country: 'IN', state: 'MH', city: 'Mumbai' }
    const contact = {
      address: 'Bench',
      email: `${uuidv7()}@example.com`,
      phone: 7_000_000_000 + ++made,
      pinCode: 400001,
    }
    const path = `/${levelOf(role).path}/create`
    const body = { ...person, ...contact, password, refId }
    return Created.parse(await callApi(url, { method: 'POST', path, token: superadmin.token, body })).data
  }
  let made = 0
  const signedIn = async ({ _id, username }: { _id: string; username: string }): Promise<Made> => ({
    _id,
    username,
    token: (await openSession(url, { username, password })).token,
  })
  const admin = await signedIn(await make('admin', superadmin.user._id))
  const next = await signedIn(await make('admin', superadmin.user._id))
  const top = await make('superareamanager', admin._id)
  const area = await make('areamanager', top._id)
  const master = await make('master', area._id)
  const player = await make('player', master._id)
  const models: Record<Crowded, Model> = {
    areamanager: await modelOf(area._id),
    master: await modelOf(master._id),
    player: await modelOf(player._id),
  }

  async function modelOf(_id: string): Promise<Model> {
    const [account, wallet, secrets] = await Promise.all(
      [accounts, wallets, credentials].map(rows => rows?.findOne({ _id })),
    )
    if (!account || !wallet || !secrets) throw new Error(`${_id} has no rows`)
    return { account, wallet, credentials: secrets }
  }

  let written: { role: Crowded; account: Row }[] = []
  async function write() {
    const part = written
    written = []
    await accounts?.insertMany(part.map(({ account }) => account))
    await wallets?.insertMany(part.map(({ role, account }) => ({ ...models[role].wallet, _id: account._id })))
    await credentials?.insertMany(part.map(({ role, account }) => ({ ...models[role].credentials, _id: account._id })))
  }

  let size = 4
  /** @param above row of the parent account */
  async function add(role: Crowded, above: Row, childCount: number): Promise<Row> {
    const msecs = Date.now() - Math.floor(Math.random() * createdWithinMs)
    const _id = uuidv7({ msecs })
    const number = ++size
    const username = `crowd${number}`
    const createdAt = new Date(msecs)
    const own = { _id, username, uniqueId: newUniqueId(), parentId: above._id, childCount, createdAt }
    const parentOrder = orderOf(above.username)
    const ancestry = { ...above.ancestry, [above.role]: above._id }
    const account: Row = { ...withUniqueNames(models[role].account, username, number), ...own, parentOrder, ancestry }
    written.push({ role, account })
    if (written.length >= batchSize) await write()
    return account
  }

  /**
   * Grows the admin's subtree to `count` accounts, in equally large areas and masters.
   * @returns milliseconds the service took to rebuild the subtree aggregates
   */
  async function growTo(count: number): Promise<number> {
    const topRow = (await accounts?.findOne({ _id: top._id })) as Row
    let areas = 0
    while (size < count) {
      areas++
      const areaRow = await add('areamanager', topRow, mastersPerArea)
      for (let m = 0; m < mastersPerArea && size < count; m++) {
        const players = Math.min(playersPerMaster, count - size)
        const masterRow = await add('master', areaRow, players)
        for (let p = 0; p < players; p++) await add('player', masterRow, 0)
      }
    }
    if (written.length > 0) await write()
    await accounts?.updateOne({ _id: top._id }, { $inc: { childCount: areas } })
    const writtenAt = performance.now()
    await rebuildBranches()
    return performance.now() - writtenAt
  }

  /** Empties both aggregate collections, so that the service rebuilds them from all accounts. */
  async function rebuildBranches() {
    await inTransaction(client, async session => {
      await db.collection('branch_marks').deleteMany({}, { session })
      await db.collection('branches').deleteMany({}, { session })
    })
    for (let left = branchPollsMax; left > 0; left--) {
      if ((await branchSize(admin.token, top._id)) === size - 1) return
      await sleep(250)
    }
    throw new Error('subtree aggregates not rebuilt in time')
  }

  async function branchSize(token: string, id: string): Promise<number | undefined> {
    const answer = Node.safeParse(
      await callApi(url, { method: 'GET', path: `/tree/${id}`, token }).catch(() => undefined),
    )
    return answer.data?.data.node.branch?.all
  }

  /** Signs in players by copying the session row of the admin. */
  async function signInPlayers(count: number): Promise<void> {
    const sessions = db.collection<Row>('sessions')
    const model = await sessions.findOne({ accountId: admin._id })
    const players = await playersOf(count)
    await sessions.insertMany(players.map(({ _id }) => ({ ...model, _id: uuidv7(), accountId: _id, role: 'player' })))
  }

  /** The masters that were added, signed in. */
  async function signInMasters(): Promise<Made[]> {
    const added = { 'ancestry.superareamanager': top._id, role: 'master', childCount: { $gt: 1 } }
    const found = (await accounts?.find(added).toArray()) ?? []
    return Promise.all(found.map(({ _id, username }) => signedIn({ _id, username })))
  }

  const playersOf = async (count: number): Promise<Row[]> =>
    (await accounts
      ?.aggregate<Row>([
        { $match: { 'ancestry.superareamanager': top._id, role: 'player' } },
        { $sample: { size: count } },
      ])
      .toArray()) ?? []

  return {
    superadmin,
    admin,
    next,
    top,
    area,
    growTo,
    branchSize,
    close,
    size: () => size,
    sample: playersOf,
    signInPlayers,
    signInMasters,
    playersBelow: (master: string) => accounts?.find<BenchAccount>({ parentId: master }).toArray() ?? [],
    openSessions: () => db.collection('sessions').countDocuments(),
    /** Whether no account has a pending move or unpublished event. */
    async isSettled() {
      const [moves, unpublished] = await Promise.all([
        db.collection('moves').countDocuments(),
        accounts?.countDocuments({ unannounced: true }, { limit: 1 }),
      ])
      return { followed: moves === 0, published: moves === 0 && unpublished === 0 }
    },
  }
}

const orderOf = (username: string) => username.replace(/\d+/, digits => digits.padStart(10, '0'))

/** Fields that must be unique: all forms of the names; contacts are omitted. */
function withUniqueNames(model: Row, username: string, number: number): Document {
  const fields = Object.entries(model)
    .filter(([field]) => !/^(email|phone)/.test(field))
    .map(([field, value]) => {
      if (field === 'usernameOrder') return [field, orderOf(username)]
      if (/^username/.test(field)) return [field, username]
      return /^(lastName|nameKey)/.test(field) ? [field, `${value}${number}`] : [field, value]
    })
  return Object.fromEntries(fields)
}

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random like those of svc-accounts. */
export const newUniqueId = () => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
