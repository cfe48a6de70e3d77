import { isExternal } from '../ids'
import {
  type LimitChange,
  type Limits,
  limitsPlay,
  maxAt,
  type OwnLimit,
  type OwnMaxima,
  readUse,
  type Use,
  type WalletLimits,
} from '../limits'
import type { RejectionReason } from '../rejection'
import type { ChangeRequest, Player, TransferRequest } from '../types'
import type { Decision, LedgerState, Terms, WalletState } from './ledger-state'

/** Time after which a player's own limit is relaxed, and unit of a pause. */
const dayMs = 24 * 3_600_000

function withUse<W extends WalletLimits>(wallet: W, day: string, added: Partial<Use>): W {
  const before = readUse(wallet, day)
  const sumOf = (name: keyof Use) => before[name] + (added[name] ?? 0n)
  return { ...wallet, use: { day, gifts: sumOf('gifts'), stakes: sumOf('stakes'), wins: sumOf('wins') } }
}

/** `limitOwnerId`: the account whose limit it is, unless it is the player's own. */
type Fault = { reason: RejectionReason; left?: bigint; limitOwnerId?: string | undefined }

/** The limit that a transfer would exceed. */
export function findLimitFault({ wallets }: LedgerState, request: TransferRequest, day: string): Fault | undefined {
  const { source, destination, amount, actor } = request
  const [payer, receiver] = [wallets.get(source.walletId), wallets.get(destination.walletId)]
  const isDown = isDownwards(request)
  if (isTransferOff(wallets.get(actor.id)) || (isDown && isTransferOff(payer))) return { reason: 'TRANSFER_OFF' }
  const { balanceMax } = receiver?.limits ?? {}
  if (receiver && balanceMax !== undefined && receiver.balance + amount > balanceMax) {
    return {
      reason: 'BALANCE_LIMIT',
      left: atLeastZero(balanceMax - receiver.balance),
      limitOwnerId: destination.walletId,
    }
  }
  const { giveDayMax } = payer?.limits ?? {}
  if (!payer || giveDayMax === undefined || !isDown) return undefined
  const { gifts } = readUse(payer, day)
  if (gifts + amount <= giveDayMax) return undefined
  return { reason: 'GIVE_LIMIT', left: atLeastZero(giveDayMax - gifts), limitOwnerId: source.walletId }
}

const isTransferOff = (wallet: WalletState | undefined) => wallet?.limits?.mayTransfer === false
const atLeastZero = (amount: bigint) => (amount < 0n ? 0n : amount)

const isDownwards = ({ source, destination }: Pick<TransferRequest, 'source' | 'destination'>) =>
  !isExternal(source.walletId) && Object.values(destination.ancestry).includes(source.walletId)

/** Wallets after a transfer, with the gifts of its source today. */
export function withGifts(changed: [string, WalletState][], request: TransferRequest, day: string) {
  if (!isDownwards(request)) return changed
  const { source, amount } = request
  return changed.map(([id, wallet]): [string, WalletState] =>
    id === source.walletId ? [id, withUse(wallet, day, { gifts: amount })] : [id, wallet],
  )
}

type Bound = Limits & { use: Use; limitOwnerId?: string }

/** Why a player may not stake an amount; each limit holds, also those of the accounts above. */
export function findPlayFault(
  { wallets }: LedgerState,
  { id, ancestry }: Player,
  amount: bigint,
  { now, day }: Pick<Terms, 'now' | 'day'>,
): Fault | undefined {
  const player = wallets.get(id)
  const { pausedUntil, ...own } = player?.own ?? {}
  if (pausedUntil && now < pausedUntil.getTime()) return { reason: 'PAUSED' }
  const bounds = [id, ...Object.values(ancestry)].flatMap((limitOwnerId): Bound[] => {
    const wallet = wallets.get(limitOwnerId)
    return wallet ? [{ ...wallet.limits, use: readUse(wallet, day), limitOwnerId }] : []
  })
  const ownMax = { stakeDayMax: maxAt(own.stakeDayMax, now), lossDayMax: maxAt(own.lossDayMax, now) }
  if (player) bounds.push({ ...withoutNull(ownMax), use: readUse(player, day) })
  const exceeds = (sum: bigint, max: bigint | undefined) => max !== undefined && sum > max
  const staked = bounds.find(({ use, stakeDayMax }) => exceeds(use.stakes + amount, stakeDayMax))
  if (staked) return { reason: 'STAKE_LIMIT', limitOwnerId: staked.limitOwnerId }
  const lost = bounds.find(({ use, lossDayMax }) => exceeds(use.stakes - use.wins + amount, lossDayMax))
  return lost && { reason: 'LOSS_LIMIT', limitOwnerId: lost.limitOwnerId }
}

type PlayChange = { player: Player; change: Partial<Use> }

/**
 * Wallets after stakes or wins: the use of the players, always kept, and that of the accounts above that limit play.
 * A negative win is a correction.
 */
export function withPlay(
  changed: readonly [string, WalletState][],
  state: LedgerState,
  plays: readonly PlayChange[],
  day: string,
): [string, WalletState][] {
  const wallets = new Map(changed)
  const add = (id: string, change: Partial<Use>, isCounted: (wallet: WalletState) => boolean) => {
    const wallet = wallets.get(id) ?? state.wallets.get(id)
    if (wallet && isCounted(wallet)) wallets.set(id, withUse(wallet, day, change))
  }
  for (const { player, change } of plays) {
    add(player.id, change, () => true)
    for (const id of Object.values(player.ancestry)) add(id, change, ({ limits }) => limits?.counting !== undefined)
  }
  return [...wallets]
}

/** Decides a change of limits. The account keeps its scope version: transfers in progress go on. */
export function decideLimitChange(state: LedgerState, request: ChangeRequest, id: string, terms: Terms): Decision {
  const wallet = state.wallets.get(request.walletId)
  if (!wallet || !request.limits) return { type: 'rejected', reason: 'MISSING_WALLET', replayed: false }
  const after = changeLimits(wallet, request.limits, terms)
  if (!after) return { type: 'rejected', reason: 'SCOPE_CHANGED', replayed: false }
  const result = { scopeVersion: wallet.scopeVersion }
  return { type: 'accepted', wallets: [[request.walletId, { ...after, lastChange: id }]], result }
}

function changeLimits(wallet: WalletState, change: LimitChange, { now, day }: Terms): WalletState | undefined {
  switch (change.type) {
    case 'count': {
      // A count in use must not restart.
      if (limitsPlay(wallet.limits)) return undefined
      const use = { day, ...readUse(wallet, day), stakes: 0n, wins: 0n }
      return { ...wallet, use, limits: { version: 0, ...wallet.limits, counting: change.id } }
    }
    case 'set':
      return setLimits(wallet, change, now, day)
    case 'own':
      return { ...wallet, own: { ...wallet.own, ...setOwn(wallet.own, change.set, now) } }
    case 'pause': {
      const until = Math.max(now + change.days * dayMs, wallet.own?.pausedUntil?.getTime() ?? 0)
      return { ...wallet, own: { ...wallet.own, pausedUntil: new Date(until) } }
    }
  }
}

type SetChange = Extract<LimitChange, { type: 'set' }>

/** @returns undefined after another change, and if the sum of the players below is missing or of another count or day */
function setLimits(wallet: WalletState, change: SetChange, now: number, day: string): WalletState | undefined {
  const { version = 0, by: _by, at: _at, counting, ...before } = wallet.limits ?? {}
  if (version !== change.version || wallet.scopeVersion !== change.scopeVersion) return undefined
  const maxima = withoutNull({ ...before, ...change.set })
  const meta = { version: version + 1, by: change.by, at: new Date(now) }
  if (change.isPlayer || !limitsPlay(maxima)) return { ...wallet, limits: { ...maxima, ...meta } }
  const limited = { ...wallet, limits: { ...maxima, ...meta, ...(counting !== undefined && { counting }) } }
  if (limitsPlay(before)) return limited
  const { below } = change
  if (below === undefined || below.counting !== counting || below.day !== day) return undefined
  return withUse(limited, day, { stakes: below.stakes, wins: below.wins })
}

function setOwn(before: WalletState['own'], set: OwnMaxima, now: number): Record<string, OwnLimit> {
  return Object.fromEntries(
    (['stakeDayMax', 'lossDayMax'] as const).flatMap(name => {
      const max = set[name]
      return max === undefined ? [] : [[name, ownLimitAfter(before?.[name], max, now)]]
    }),
  )
}

/** A tighter limit counts at once, any other after a day; asking again does not restart the day. */
function ownLimitAfter(before: OwnLimit | undefined, max: bigint | null, now: number): OwnLimit {
  const current = maxAt(before, now)
  if (max === current || (max !== null && (current === null || max < current))) return { max }
  if (before?.next && before.next.from.getTime() > now && before.next.max === max) return before
  return { max: current, next: { max, from: new Date(now + dayMs) } }
}

const withoutNull = <T extends object>(maxima: T) =>
  Object.fromEntries(Object.entries(maxima).filter(([, max]) => max !== null && max !== undefined)) as Limits
