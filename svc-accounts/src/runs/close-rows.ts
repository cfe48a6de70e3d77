import { CashRecorded } from '@cascade/contracts/accounts'
import { AppError, authorOf, nameOfActor, newEvent, type Tx } from '@cascade/service-kit'
import { addEntry } from '../cash/cash-rules'
import { toCashEvent } from '../cash/commit-entry'
import type { AccountsDeps } from '../deps'
import { findRecipients } from '../notices/find-recipients'
import { dueOf, type NewSettlement, noteOf } from '../settlements/settlement-rules'
import type { Row, Run } from './run-store'

/**
 * Writes the next rows of a closed week with the entries of their current accounts, in one transaction. The week is
 * closed, and in the log, already: it is finished whatever became of the actor.
 */
export async function closeNextRows(deps: AccountsDeps, run: Run): Promise<void> {
  const part = await deps.runs.next(run)
  const settlements = part.flatMap(({ settlement }) => settlement ?? [])
  const at = deps.now()
  const places = await deps.accounts.findPlaces(settlements.flatMap(({ parentId, userId }) => [parentId, userId]))
  await deps.transaction(async tx => {
    const accounts = await deps.cash.accounts(settlements, tx)
    const rows: Row[] = part.map(row => ({ ...row }))
    const entries = settlements.flatMap(settlement => {
      const account = accounts.get(settlement.userId)
      const [parent, child] = [settlement.parentId, settlement.userId].map(id => places.get(id))
      if (!account || !parent || !child) throw new Error(`settlement ${settlement._id} has no accounts`)
      const amount = settlement.net + settlement.carriedNet
      const request = {
        ...{
          _id: deps.newId(),
          pair: account._id,
          kind: 'settled' as const,
          amount,
          note: noteOf('periodNote', settlement),
        },
        ...{ by: authorOf(run.actor), settlementId: settlement._id },
      }
      try {
        return [{ ...addEntry(account, request, { now: at, zone: deps.zone }), settlement, pair: { parent, child } }]
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const row = rows.find(({ accountId }) => accountId === settlement.userId)
        if (row) row.message = error.message
        return []
      }
    })
    if (entries.length > 0) {
      const state = (due: bigint) => (due === 0n ? 'paid' : 'closed')
      await deps.settlements.insert(
        entries.map(({ settlement }) => ({ ...settlement, state: state(dueOf(settlement)), closedAt: at })),
        tx,
      )
      await deps.cash.addMany(entries, tx)
      await insertNotices(
        deps,
        run,
        entries.map(({ settlement }) => settlement),
        tx,
      )
    }
    const events = entries.map(({ entry, pair }) => newEvent(CashRecorded, toCashEvent(entry, pair), run))
    await deps.runs.advance(run, { rows, at, why: undefined }, tx)
    await deps.writeEvents(events, tx)
  })
}

/** One write for all operators of a part, and their people: they have one period. Players have no bell. */
async function insertNotices(deps: AccountsDeps, { actor }: Run, settlements: readonly NewSettlement[], tx: Tx) {
  const operators = settlements.filter(({ role }) => role !== 'player')
  const [first] = operators
  if (!first) return
  const data = { from: first.from, to: first.to, by: nameOfActor(actor) }
  const childIds = operators.map(({ userId }) => userId)
  const recipients = await findRecipients(deps, childIds, 'cash.record')
  await deps.notices.insert(recipients, { kind: 'period-closed', data }, tx)
}
