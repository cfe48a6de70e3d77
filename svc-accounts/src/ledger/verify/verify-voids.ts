import { VoidDetails } from '@cascade/contracts/accounts'
import type { Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { voidIdOf } from '../ids'
import { isPlayRow, isRejectionRow, type KeyedRow, keyedRowsOf, type PlayRow } from '../store/collections'

const isVoid = (row: KeyedRow): row is PlayRow => row.kind === 'void' && isPlayRow(row)

function ticketOf({ play }: PlayRow): string {
  const { data } = VoidDetails.safeParse(JSON.parse(play.details ?? '{}'))
  return data?.ticket ?? ''
}

async function readRows(db: Db, ids: readonly string[], at?: Snapshot): Promise<Map<string, KeyedRow>> {
  const rows = await keyedRowsOf(db)
    .find({ _id: { $in: [...ids] } }, { ...at })
    .toArray()
  return new Map(rows.map(row => [row._id, row]))
}

/** Checks that each void returns exactly one stake, before the gate was closed. */
export async function findVoidFaults(db: Db, rows: readonly PlayRow[], at?: Snapshot): Promise<string[]> {
  const voids = rows.filter(isVoid)
  if (voids.length === 0) return []
  const stakes = await readRows(db, voids.map(ticketOf), at)
  return voids.flatMap(row =>
    isReturn(row, stakes.get(ticketOf(row))) ? [] : [`void ${row._id} does not return the stake of ${ticketOf(row)}`],
  )
}

function isReturn({ _id, amount, postings, play, playSeq }: PlayRow, stake: KeyedRow | undefined): boolean {
  if (!stake || isRejectionRow(stake) || !isPlayRow(stake) || stake.play.kind !== 'stake') return false
  const [wallet, pool] = stake.postings
  const [source, destination] = postings
  return (
    _id === voidIdOf(stake._id) &&
    amount === stake.amount &&
    source?.w === pool?.w &&
    destination?.w === (play.heir?.walletId ?? wallet?.w) &&
    play.gateVersion === stake.play.gateVersion &&
    playSeq > stake.playSeq
  )
}

/** Business days of the stakes that voids returned, by the id of the void. */
export async function readStakeDays(db: Db, voidIds: readonly string[]): Promise<Map<string, string>> {
  if (voidIds.length === 0) return new Map()
  const voids = [...(await readRows(db, voidIds)).values()].filter(isVoid)
  const stakes = await readRows(db, voids.map(ticketOf))
  return new Map(
    voids.flatMap(row => {
      const stake = stakes.get(ticketOf(row))
      return stake && isPlayRow(stake) ? [[row._id, stake.bizDate]] : []
    }),
  )
}
