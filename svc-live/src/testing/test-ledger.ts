import { randomBytes } from 'node:crypto'
import { type AnyEvent, defineFeedCall } from '@cascade/contracts'
import {
  creditTexts,
  type PostingRequest,
  type PostingResult,
  playEvents,
  playFeedName,
  postingInternal,
} from '@cascade/contracts/accounts'
import { type AccountRow, busy, type Routes } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import { type Offering, offeringKey } from '../catalog/offering'

type Account = Pick<AccountRow, '_id' | 'username' | 'ancestry'>
type Wallet = { account: Account; balance: bigint }
type Pool = { balance: bigint; wins: bigint; gateVersion: number }
type Booked = Extract<PostingResult, { outcome: 'booked' }>
type Booking = { amount: bigint; wallet?: Wallet; change?: bigint; pool?: bigint; wins?: bigint; event: PlayEvent }
type PlayEvent = { schema: (typeof playEvents)[keyof typeof playEvents]; data: Record<string, unknown> }

const empty = (): Pool => ({ balance: 0n, wins: 0n, gateVersion: 0 })

/**
 * Stand-in for the ledger of svc-accounts: wallets, pools and closing counters in memory. Books each request once, in
 * order, and publishes it in the feed `play`. It does not remember rejections or enforce amount limits.
 */
export function createTestLedger(now: () => number) {
  const wallets = new Map<string, Wallet>()
  const pools = new Map<string, Pool>()
  const booked = new Map<string, Booked>()
  const stakes = new Map<string, { amount: bigint; gateVersion: number }>()
  const events: AnyEvent[] = []
  /** Faults a test may inject: unreachable, rejecting everything but closings, failing at a kind of posting. */
  const faults = { isAway: false, refuses: undefined as string | undefined, failsAt: '' }
  let onBooked: () => void = () => undefined

  function poolOf(offering: Offering): Pool {
    const pool = pools.get(offeringKey(offering)) ?? empty()
    pools.set(offeringKey(offering), pool)
    return pool
  }

  function post(request: PostingRequest): PostingResult {
    const before = booked.get(request.id)
    if (before) return { ...before, replayed: true }
    const { id, adminId, gameId } = request
    const pool = poolOf(request)
    const booking = decide(request, pool)
    if (typeof booking === 'string') {
      const verdict = booking === 'LIMIT' ? { verdict: 'refused' as const } : {}
      return { outcome: 'refused', id, reason: booking, message: textOf(booking), ...verdict }
    }
    const { amount, wallet, change = 0n, event } = booking
    if (wallet) wallet.balance += change
    pool.balance += booking.pool ?? 0n
    pool.wins += booking.wins ?? 0n
    if (request.kind === 'closeGate') pool.gateVersion += 1
    const at = new Date(now()).toISOString()
    const posting = {
      transferId: id,
      adminId,
      gameId,
      by: request.by,
      bizDate: at.slice(0, 10),
      poolBalance: String(pool.balance),
      amount: String(amount),
      gateVersion: pool.gateVersion,
      ...(wallet && { player: playerOf(wallet), playerBalance: String(wallet.balance) }),
      ...('details' in request && { details: request.details }),
      ...event.data,
    }
    const type = event.schema.shape.type.value
    const data = event.schema.shape.data.parse(posting) as AnyEvent['data']
    const seq = events.length + 1
    events.push({ id: uuidv7(), type, at, actor: null, correlationId: 'test', causationId: null, seq, data })
    const result: Booked = {
      outcome: 'booked',
      id,
      replayed: false,
      seq,
      amount: posting.amount,
      ...(wallet && { playerBalance: String(wallet.balance) }),
      poolBalance: posting.poolBalance,
      gateVersion: pool.gateVersion,
      ...(request.kind === 'claim' && { tickets: request.details.tickets.length }),
    }
    booked.set(id, result)
    if (request.kind === 'stake') stakes.set(id, { amount, gateVersion: pool.gateVersion })
    onBooked()
    return result
  }

  function decide(request: PostingRequest, pool: Pool): Booking | string {
    if (faults.refuses && request.kind !== 'closeGate') return faults.refuses
    const wallet = 'playerId' in request ? wallets.get(request.playerId) : undefined
    if ('playerId' in request && !wallet) return 'MISSING_WALLET'
    switch (request.kind) {
      case 'stake': {
        const amount = BigInt(request.amount)
        if (now() > Date.parse(request.notAfter)) return 'TOO_LATE'
        if (request.gateVersion !== pool.gateVersion) return 'DRAW_CLOSED'
        if (!wallet || wallet.balance < amount) return 'INSUFFICIENT'
        const event = {
          schema: playEvents.stakeBooked,
          data: { ticketId: request.id, salt: randomBytes(16).toString('hex') },
        }
        return { amount, wallet, change: -amount, pool: amount, event }
      }
      case 'closeGate':
        if (request.gateVersion !== pool.gateVersion) return 'DRAW_CLOSED'
        return { amount: 0n, event: { schema: playEvents.gateClosed, data: { drawId: request.drawId } } }
      case 'settle': {
        const amount = BigInt(request.amount)
        return { amount, pool: -amount, wins: amount, event: { schema: playEvents.settlementBooked, data: {} } }
      }
      case 'claim': {
        const amount = BigInt(request.amount)
        const event = { schema: playEvents.claimBooked, data: {} }
        return { amount, ...(wallet && { wallet }), change: amount, wins: -amount, event }
      }
      case 'recover': {
        const [owed, held] = [BigInt(request.amount), wallet?.balance ?? 0n]
        const amount = owed < held ? owed : held
        const event = { schema: playEvents.recoveryBooked, data: {} }
        return { amount, ...(wallet && { wallet }), change: -amount, wins: amount, event }
      }
      case 'void': {
        const amount = stakes.get(request.details.ticket)?.amount ?? 0n
        if (now() > Date.parse(request.notAfter)) return 'TOO_LATE'
        if (stakes.get(request.details.ticket)?.gateVersion !== pool.gateVersion) return 'DRAW_CLOSED'
        const event = { schema: playEvents.voidBooked, data: { salt: randomBytes(16).toString('hex') } }
        return { amount, ...(wallet && { wallet }), change: amount, pool: -amount, event }
      }
      case 'pool': {
        const { change } = request
        const amount = change.type === 'add' ? BigInt(change.amount) : pool.balance
        const event = { schema: playEvents.poolChanged, data: { type: change.type } }
        return { amount, pool: change.type === 'add' ? amount : -amount, event }
      }
    }
  }

  const read = async (after: number, limit: number) => ({
    head: events.length,
    events: events.slice(after, after + limit),
  })

  const routes: Routes<undefined> = ({ serveInternal }) => {
    serveInternal(postingInternal.post, async ({ body }) => {
      if (body.requests.some(({ kind }) => kind === faults.failsAt)) throw new Error('poison')
      return { results: body.requests.map(post) }
    })
    serveInternal(postingInternal.pools, async ({ body }) => {
      if (faults.isAway) throw busy()
      const found = body.pools.flatMap(offering => {
        const pool = pools.get(offeringKey(offering))
        if (!pool) return []
        const { balance, wins, gateVersion } = pool
        return [{ ...offering, gateVersion, poolBalance: String(balance), winsBalance: String(wins) }]
      })
      return { pools: found, head: events.length }
    })
    serveInternal(defineFeedCall('accounts', playFeedName), ({ body }) => read(body.after, body.limit))
  }

  return {
    faults,
    routes,
    read,
    listen(listener: () => void) {
      onBooked = listener
    },
    fund(account: Account, amount: bigint) {
      const wallet = wallets.get(account._id) ?? { account, balance: 0n }
      wallet.balance += amount
      wallets.set(account._id, wallet)
    },
    isBooked: (transferId: string) => booked.has(transferId),
    /** In hundredths. */
    balanceOf: (playerId: string) => wallets.get(playerId)?.balance ?? 0n,
  }
}

const playerOf = ({ account: { _id, username, ancestry } }: Wallet) => ({ id: _id, username, ancestry })
const textOf = (reason: string) => (reason === 'INSUFFICIENT' ? creditTexts.insufficient : `Refused: ${reason}`)
