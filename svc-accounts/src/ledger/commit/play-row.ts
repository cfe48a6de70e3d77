import { randomBytes } from 'node:crypto'
import { ClaimDetails, type PostingRequest } from '@cascade/contracts/accounts'
import { businessDay, traceFields } from '@cascade/service-kit'
import type { PlayBooking, StoredPosting } from '../decide/ledger-state'
import { changesOf } from '../decide/ticket-wins'
import { issuerId } from '../ids'
import type { ChangedWin, PlayFacts, PlayRow, Posting } from '../store/collections'

const kindByPosting: Record<PostingRequest['kind'], PlayRow['kind']> = {
  stake: 'stake',
  settle: 'settlement',
  claim: 'win',
  recover: 'correction',
  void: 'void',
  pool: 'pool',
  closeGate: 'gate',
}

/** The stored row of a posting; its feed event is derived from this row alone. */
export function buildPlayRow(booking: PlayBooking, zone: string): PlayRow {
  const { id, hash, posting, amount, at, result } = booking
  const createdAt = new Date(at)
  const { by, correlationId } = posting
  return {
    _id: id,
    hash,
    kind: kindByPosting[posting.kind],
    amount,
    postings: amount > 0n ? buildPostings(booking) : [],
    actor: by,
    note: noteOf(booking),
    bizDate: businessDay(createdAt, zone),
    createdAt,
    correlationId,
    ...traceFields(),
    playSeq: result.seq,
    play: buildFacts(booking),
    ...(posting.kind === 'stake' && posting.call && { call: posting.call }),
  }
}

function noteOf({ posting, amount, party }: PlayBooking): string {
  if (party && paysHeir(party) && amount > 0n) {
    return `${posting.kind === 'void' ? 'Stake' : 'Win'} of the deleted account ${party.player.username}`
  }
  return posting.kind === 'void' ? posting.details.reason : ''
}

function buildPostings({ posting, source, destination, amount, party, externals }: PlayBooking): Posting[] {
  const after = new Map(externals)
  const legOf = (w: string, signed: bigint): Posting => {
    if (party?.after && w === party.wallet.walletId) {
      const { username } = party.wallet
      return { w, username, amount: signed, seq: party.after.seq, balAfter: party.after.balance }
    }
    const username = w === issuerId ? w : posting.gameId
    return { w, username, amount: signed, seq: null, balAfter: after.get(w)?.balance ?? 0n }
  }
  return [legOf(source, -amount), legOf(destination, amount)]
}

type BookedParty = NonNullable<PlayBooking['party']>

const paysHeir = ({ player, wallet }: BookedParty) => wallet.walletId !== player.id
const nameOf = ({ walletId, username }: BookedParty['wallet']) => ({ walletId, username })

function buildFacts(booking: PlayBooking): PlayFacts {
  const { posting, party, result, wins, otherAdmin } = booking
  const { kind, adminId, gameId } = posting
  return {
    kind,
    adminId,
    gameId,
    change: result.amount,
    poolBalance: result.poolBalance,
    gateVersion: result.gateVersion,
    ...(party ? { player: party.player } : {}),
    ...(otherAdmin === undefined ? {} : { otherAdmin }),
    ...(result.playerBalance === null ? {} : { playerBalance: result.playerBalance }),
    ...(party && paysHeir(party) ? { heir: nameOf(party.wallet) } : {}),
    ...(posting.kind === 'closeGate' ? { drawId: posting.drawId } : {}),
    ...(posting.kind === 'pool' ? { type: posting.change.type } : {}),
    // Only the row of the attempt that commits is published.
    ...(kind === 'stake' || kind === 'void' ? { salt: randomBytes(16).toString('hex') } : {}),
    ...(wins.length > 0 ? { wins: JSON.stringify(toChangedWins(booking)) } : {}),
    ...('details' in posting && posting.details !== undefined ? { details: JSON.stringify(posting.details) } : {}),
  }
}

function toChangedWins({ posting, amount, wins }: PlayBooking): ChangedWin[] {
  const changes = changesOf(posting, amount)
  return wins.map(([id, { won, claimed }]) => [id, String(changes.get(id) ?? 0n), String(won), String(claimed)])
}

export function toStoredPosting({ hash, playSeq, play }: PlayRow): StoredPosting {
  const { kind, change, playerBalance = null, poolBalance, gateVersion, details = '' } = play
  const result = { replayed: false, seq: playSeq, amount: change, playerBalance, poolBalance, gateVersion }
  if (kind !== 'claim') return { hash, result }
  const { tickets } = ClaimDetails.parse(JSON.parse(details))
  return { hash, result: { ...result, tickets: tickets.filter(([, paid]) => paid !== '0').length } }
}
