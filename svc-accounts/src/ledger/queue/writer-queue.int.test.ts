import { afterAll, describe, expect, it, vi } from 'vitest'
import { createLedgerWorld } from '../testing/ledger-world'
import { collectOutcomes, reasonOf } from '../testing/outcomes'
import { otherActor, someActor, transferOf, walletRef } from '../testing/requests'
import type { SideWrite } from '../types'

const world = await createLedgerWorld()
afterAll(() => world.close())

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
type Note = { _id: string; version: number }
const notes = () => world.db.collection<Note>('notes')
const insertNote = (_id: string): SideWrite => ({
  type: 'insertOne',
  collection: 'notes',
  document: { _id, version: 1 },
})
const raiseNote = (_id: string, version = 1): SideWrite => ({
  type: 'updateOne',
  collection: 'notes',
  filter: { _id, version },
  update: { $inc: { version: 1 } },
})

describe('two instances on the same wallets', () => {
  it('book every transfer once and never overdraw a wallet', async () => {
    const other = await world.startAnother()
    const [a, b, c] = [await world.wallet(300n), await world.wallet(300n), await world.wallet(0n)]
    const rounds = times(300, i => {
      const ledger = i % 2 === 0 ? world.ledger : other
      const [from, to] = [
        [a, b],
        [b, a],
        [a, c],
        [b, c],
      ][i % 4] as [string, string]
      return ledger.transfer(transferOf({ from, to, amount: BigInt(1 + (i % 9)), actor: otherActor() }))
    })
    const { ok, reasons } = await collectOutcomes(rounds)
    expect(reasons.filter(reason => reason !== 'INSUFFICIENT')).toEqual([])
    expect(new Set(ok.map(result => result.transferId)).size).toBe(ok.length)
    const balances = await world.ledger.balances([a, b, c])
    expect([...balances.values()].reduce((sum, balance) => sum + balance, 0n)).toBe(600n)
    expect(await world.faults()).toEqual([])
  })

  it('conserve the sum of all balances at every moment', async () => {
    const other = await world.startAnother()
    const wallets = await Promise.all(times(10, () => world.wallet(100n)))
    const pick = () => wallets[Math.floor(Math.random() * wallets.length)]!
    const work = times(400, i =>
      (i % 2 ? other : world.ledger).transfer(
        transferOf({ from: pick(), to: pick(), amount: BigInt(1 + (i % 40)), actor: otherActor() }),
      ),
    )
    let going = true
    const all = collectOutcomes(work).finally(() => {
      going = false
    })
    let looks = 0
    for (; going; looks++) expect((await world.ledger.conservation()).difference).toBe(0n)
    expect(looks).toBeGreaterThan(1)
    // On a busy machine a request may wait longer than its three seconds.
    const reasons = (await all).reasons.filter(reason => reason !== 'TIMED_OUT')
    expect(new Set(reasons)).toEqual(new Set(['INSUFFICIENT', 'SELF']))
  })

  it('book a key once when it is sent to both', async () => {
    const other = await world.startAnother()
    const [from, to] = [await world.wallet(1_000n), await world.wallet()]
    const work = times(40, i =>
      (i % 2 ? other : world.ledger).transfer(transferOf({ from, to, amount: 3n, key: 'one' })),
    )
    const { ok } = await collectOutcomes(work)
    expect(ok).toHaveLength(40)
    expect(ok.filter(result => !result.replayed)).toHaveLength(1)
    expect(await world.balance(to)).toBe(3n)
  })
})

describe('a request of a session', () => {
  const sessions = () => world.db.collection<{ _id: string; expiresAt: Date }>('sessions')
  const open = (_id: string, forMs = 60_000) => sessions().insertOne({ _id, expiresAt: new Date(Date.now() + forMs) })

  it('is booked while the session is open', async () => {
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    await open('booked')
    const draft = { ...transferOf({ from, to, amount: 4n }), sessionId: 'booked' }
    expect((await world.ledger.transfer(draft)).destinationBalance).toBe(4n)
    await sessions().deleteOne({ _id: 'booked' })
    const next = { ...transferOf({ from, to, amount: 4n }), sessionId: 'booked' }
    expect(await world.ledger.transfer(next).catch(reasonOf)).toBe('SCOPE_CHANGED')
  })

  it('is rejected once the session has ended or expired, and the rest of its batch is booked', async () => {
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    await open('expired', -1)
    const draft = () => transferOf({ from, to, amount: 3n })
    const ended = ['ended', 'expired'].map(sessionId => ({ ...draft(), sessionId }))
    const { ok, reasons } = await collectOutcomes([draft(), ...ended, draft()].map(world.ledger.transfer))
    expect(reasons).toEqual(['SCOPE_CHANGED', 'SCOPE_CHANGED'])
    expect(ok.map(({ destinationBalance }) => destinationBalance)).toEqual([3n, 6n])
    expect(await world.faults()).toEqual([])
  })

  it('stores no rejection under its key when the session has ended', async () => {
    const [from, to] = [await world.wallet(1n), await world.wallet()]
    const draft = transferOf({ from, to, amount: 3n })
    expect(await world.ledger.transfer({ ...draft, sessionId: 'ended' }).catch(reasonOf)).toBe('SCOPE_CHANGED')
    const rich = await world.wallet(2n)
    await world.ledger.transfer(transferOf({ from: rich, to: from, amount: 2n }))
    expect((await world.ledger.transfer(draft)).destinationBalance).toBe(3n)
  })
})

describe('a transfer planned before a move', () => {
  it('is rejected when an account has another position by then, and books the position of its plan otherwise', async () => {
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    const ancestry = { superadmin: 'root', master: 'before' }
    const accounts = world.db.collection<{ _id: string; role: string; ancestry: object }>('accounts')
    await accounts.insertOne({ _id: to, role: 'player', ancestry })
    const draft = () => ({ ...transferOf({ from, to, amount: 2n }), destination: { ...walletRef(to), ancestry } })
    expect((await world.ledger.transfer(draft())).destinationBalance).toBe(2n)
    await accounts.updateOne({ _id: to }, { $set: { 'ancestry.master': 'after' } })
    expect(await world.ledger.transfer(draft()).catch(reasonOf)).toBe('SCOPE_CHANGED')
  })
})

describe('side writes of a request', () => {
  it('are committed together with the transfer', async () => {
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    await notes().insertOne({ _id: 'n1', version: 1 })
    const sideWrites = [raiseNote('n1'), insertNote('n2')]
    await world.ledger.transfer(transferOf({ from, to, amount: 1n, sideWrites }))
    expect(await notes().countDocuments({ _id: { $in: ['n1', 'n2'] } })).toBe(2)
    expect((await notes().findOne({ _id: 'n1' }))?.version).toBe(2)
  })

  it('reject only their own request when they match nothing or collide', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    await notes().insertOne({ _id: 'taken', version: 1 })
    const unmatched = [raiseNote('taken', 7)]
    const colliding = [insertNote('taken')]
    const work = [[], unmatched, [], colliding, []].map((sideWrites, index) =>
      world.ledger.transfer(transferOf({ from, to, amount: BigInt(10 + index), sideWrites })).then(
        () => 'ok',
        error => ('reason' in error ? reasonOf(error) : 'collided'),
      ),
    )
    expect(await Promise.all(work)).toEqual(['ok', 'PRECONDITION_FAILED', 'ok', 'collided', 'ok'])
    expect(await world.balance(to)).toBe(36n)
    expect((await notes().findOne({ _id: 'taken' }))?.version).toBe(1)
  })

  it('are visible to the next request of the same batch', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    await notes().insertOne({ _id: 'once', version: 1 })
    const sideWrites = [raiseNote('once')]
    const { ok, reasons } = await collectOutcomes(
      times(5, () => world.ledger.transfer(transferOf({ from, to, amount: 1n, sideWrites }))),
    )
    expect([ok.length, reasons]).toEqual([1, times(4, () => 'PRECONDITION_FAILED')])
  })
})

describe('a change of an account', () => {
  it('rejects transfers that were authorised before the change', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    const before = (await world.ledger.wallets([from])).get(from)!.scopeVersion
    const authorised = { ...transferOf({ from, to, amount: 1n }), source: walletRef(from, before) }
    const [change, late] = await Promise.all([
      world.ledger.change({ walletId: from }),
      world.ledger.transfer(authorised).then(() => 'ok', reasonOf),
    ])
    expect(change.scopeVersion).toBe(before + 1)
    expect(late).toBe('SCOPE_CHANGED')
    const again = { ...authorised, source: walletRef(from, before + 1) }
    expect((await world.ledger.transfer(again)).sourceBalance).toBe(99n)
  })

  it('freezes and reactivates a wallet', async () => {
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    await world.ledger.change({ walletId: from, status: 'frozen' })
    await expect(world.ledger.transfer(transferOf({ from, to, amount: 1n }))).rejects.toMatchObject({
      reason: 'FROZEN',
      code: 'FORBIDDEN',
    })
    await world.ledger.change({ walletId: from, status: 'active' })
    expect((await world.ledger.transfer(transferOf({ from, to, amount: 1n }))).destinationBalance).toBe(1n)
  })
})

describe('a deleted account', () => {
  const close = (from: string, to: string) =>
    world.ledger.close({
      source: walletRef(from),
      destination: walletRef(to),
      actor: someActor,
      note: 'deleted',
      correlationId: 'test',
    })

  it('returns its whole balance to its parent and rejects further postings', async () => {
    const [child, parent] = [await world.wallet(70n), await world.wallet(1n)]
    const closed = await close(child, parent)
    expect(closed.returned).toBe(70n)
    expect(await world.balance(parent)).toBe(71n)
    expect(await world.walletRow(child)).toMatchObject({ balance: 0n, status: 'closed' })
    await expect(world.ledger.transfer(transferOf({ from: parent, to: child, amount: 1n }))).rejects.toMatchObject({
      reason: 'MISSING_WALLET',
    })
    expect(await close(child, parent)).toEqual(closed)
    const other = await world.restart()
    const again = { source: walletRef(child), destination: walletRef(parent) }
    expect(await other.close({ ...again, actor: someActor, note: 'deleted', correlationId: 'test' })).toEqual(closed)
    expect(await world.balance(parent)).toBe(71n)
  })

  it('is closed without a transfer when its balance is 0', async () => {
    const [child, parent] = [await world.wallet(), await world.wallet(1n)]
    expect(await close(child, parent)).toEqual({ transferId: null, returned: 0n })
    expect((await world.ledger.statement(child, { page: 1, size: 10 })).total).toBe(0)
  })

  it('loses no points when it is closed during concurrent transfers', async () => {
    const [child, parent, payer] = [await world.wallet(50n), await world.wallet(), await world.wallet(1_000n)]
    const other = await world.startAnother()
    const work = times(60, () => other.transfer(transferOf({ from: payer, to: child, amount: 3n })))
    const closing = close(child, parent)
    const { ok } = await collectOutcomes(work)
    const { returned } = await closing
    expect(returned).toBe(50n + 3n * BigInt(ok.length))
    expect(await world.faults()).toEqual([])
  })
})

describe('the writer queue', () => {
  it('answers queued requests and rejects later ones when it stops', async () => {
    const stopping = await world.startAnother()
    const [from, to] = [await world.wallet(100n), await world.wallet()]
    const accepted = times(20, () => stopping.transfer(transferOf({ from, to, amount: 1n })))
    const stopped = stopping.stop()
    const late = stopping.transfer(transferOf({ from, to, amount: 1n }))
    await expect(late).rejects.toMatchObject({ reason: 'STOPPED', code: 'UNAVAILABLE', retryAfterSeconds: 1 })
    expect((await collectOutcomes(accepted)).ok).toHaveLength(20)
    await stopped
  })

  it('books nothing twice when 20,000 requests arrive at once, and books again afterwards', async () => {
    const crowd = 20_000
    const [from, to] = [await world.wallet(BigInt(2 * crowd)), await world.wallet()]
    const { ok, reasons } = await collectOutcomes(
      times(crowd, () => world.ledger.transfer(transferOf({ from, to, amount: 1n }))),
    )
    // The unit test of the queue states when it rejects a request as overloaded.
    expect(reasons.filter(reason => !['OVERLOADED', 'NOT_BOOKED', 'TIMED_OUT'].includes(reason))).toEqual([])
    const unknown = reasons.filter(reason => reason === 'TIMED_OUT').length
    expect(Number(await world.balance(to)) - ok.length).toBeLessThanOrEqual(unknown)
    await vi.waitFor(() => world.ledger.transfer(transferOf({ from, to, amount: 1n })), { timeout: 60_000 })
    expect(await world.faults()).toEqual([])
  })
})
