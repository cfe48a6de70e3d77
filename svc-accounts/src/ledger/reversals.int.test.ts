import { afterAll, describe, expect, it } from 'vitest'
import { LedgerRejection } from './rejection'
import { transfersOf } from './store/collections'
import { createLedgerWorld } from './testing/ledger-world'
import { collectOutcomes } from './testing/outcomes'
import { transferOf } from './testing/requests'
import type { Ledger, TransferResult } from './types'

const world = await createLedgerWorld()
afterAll(() => world.close())

async function book(amount = 5n) {
  const [from, to] = [await world.wallet(amount), await world.wallet(1_000n)]
  const { transferId } = await world.ledger.transfer(transferOf({ from, to, amount }))
  const reverses = { transferId, kind: 'transfer' as const, at: new Date(0), by: 'actor' }
  const reverse = async (ledger: Ledger = world.ledger) => {
    const request = transferOf({ from: to, to: from, amount, kind: 'reversal', reverses })
    // On a busy machine a request may end without an outcome: it is repeated under its key.
    for (;;) {
      const result = await ledger.transfer(request).catch((error: unknown) => error)
      if (!(result instanceof LedgerRejection)) return result as TransferResult
      if (result.verdict) throw result
    }
  }
  return { from, to, transferId, reverse }
}

describe('a reversal', () => {
  it('is booked once by callers of two instances, and by those of the next leader', async () => {
    const { from, transferId, reverse } = await book()
    const other = await world.startAnother()
    const work = Array.from({ length: 64 }, (_, index) => reverse(index % 2 ? other : world.ledger))
    const { ok, reasons } = await collectOutcomes(work)
    expect([ok.length, new Set(reasons)]).toEqual([1, new Set(['REVERSED'])])
    await world.restart()
    expect((await collectOutcomes([reverse()])).reasons).toEqual(['REVERSED'])
    expect(await world.balance(from)).toBe(5n)
    expect((await world.ledger.findTransfer(transferId))?.reversedBy?.transferId).toBe(ok[0]?.transferId)
    expect(await world.faults()).toEqual([])
  })

  it('cannot be stored twice, whatever a writer decides', async () => {
    const { reverse } = await book()
    const { transferId } = await reverse()
    const row = await transfersOf(world.db).findOne({ _id: transferId })
    const twice = { ...row, _id: 'twice', creditSeq: 1_000_000n }
    await expect(transfersOf(world.db).insertOne(twice as never)).rejects.toMatchObject({ code: 11_000 })
  })

  it('that does not undo its transfer is found by the verification', async () => {
    const { reverse } = await book()
    const { transferId } = await reverse()
    const kind = (reversed: string) =>
      transfersOf(world.db).updateOne({ _id: transferId }, { $set: { 'reverses.kind': reversed as 'debit' } })
    await kind('debit')
    expect(await world.faults()).toEqual([expect.stringContaining(`reversal ${transferId} is not the inverse`)])
    await kind('transfer')
    expect(await world.faults()).toEqual([])
  })
})
