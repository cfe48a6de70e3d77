import { ClaimDetails, type PostingRequest } from '@cascade/contracts/accounts'
import { businessDay, traceFields } from '@cascade/service-kit'
import type { KeptPlay, PlayBooking } from '../decide/ledger-state'
import { issuerId } from '../ids'
import type { PlayFacts, PlayRow, Posting } from '../store/collections'

const kinds: Record<PostingRequest['kind'], PlayRow['kind']> = {
  stake: 'stake',
  settle: 'settlement',
  claim: 'win',
  recover: 'correction',
  pool: 'pool',
  closeGate: 'gate',
}

/** The row of a posting; its event is made of nothing else. */
export function playRowOf(booking: PlayBooking, zone: string): PlayRow {
  const { id, hash, posting, amount, at, player, result } = booking
  const createdAt = new Date(at)
  const { by, correlationId } = posting
  return {
    _id: id,
    hash,
    kind: kinds[posting.kind],
    amount,
    postings: amount > 0n ? postingsOf(booking) : [],
    actor: by,
    note: player && isHeir(player) && amount > 0n ? `Win of the deleted account ${player.who.username}` : '',
    bizDate: businessDay(createdAt, zone),
    createdAt,
    correlationId,
    ...traceFields(),
    playSeq: result.seq,
    play: factsOf(booking),
  }
}

function postingsOf({ posting, source, destination, amount, player, externals }: PlayBooking): Posting[] {
  const after = new Map(externals)
  const sideOf = (w: string, signed: bigint): Posting => {
    if (player?.after && w === player.wallet.walletId) {
      const { username } = player.wallet
      return { w, username, amount: signed, seq: player.after.seq, balAfter: player.after.balance }
    }
    const username = w === issuerId ? w : posting.gameId
    return { w, username, amount: signed, seq: null, balAfter: after.get(w)?.balance ?? 0n }
  }
  return [sideOf(source, -amount), sideOf(destination, amount)]
}

type PlayerSide = NonNullable<PlayBooking['player']>

/** The player is deleted, and somebody else is paid. */
const isHeir = ({ who, wallet }: PlayerSide) => wallet.walletId !== who.id
const nameOf = ({ walletId, username }: PlayerSide['wallet']) => ({ walletId, username })

function factsOf({ posting, player, result }: PlayBooking): PlayFacts {
  const { kind, adminId, gameId } = posting
  return {
    kind,
    adminId,
    gameId,
    change: result.amount,
    poolBalance: result.poolBalance,
    gateVersion: result.gateVersion,
    ...(player ? { player: player.who } : {}),
    ...(result.playerBalance === null ? {} : { playerBalance: result.playerBalance }),
    ...(player && isHeir(player) ? { heir: nameOf(player.wallet) } : {}),
    ...(posting.kind === 'closeGate' ? { drawId: posting.drawId } : {}),
    ...(posting.kind === 'pool' ? { type: posting.change.type } : {}),
    ...('details' in posting && posting.details !== undefined ? { details: JSON.stringify(posting.details) } : {}),
  }
}

/** What a posting was answered, for whoever asks for it again. */
export function keptPlayOf({ hash, playSeq, play }: PlayRow): KeptPlay {
  const { kind, change, playerBalance = null, poolBalance, gateVersion, details = '' } = play
  const result = { replayed: false, seq: playSeq, amount: change, playerBalance, poolBalance, gateVersion }
  if (kind !== 'claim') return { hash, result }
  const { tickets } = ClaimDetails.parse(JSON.parse(details))
  return { hash, result: { ...result, tickets: tickets.filter(([, paid]) => paid !== '0').length } }
}
