import { silentLogger } from '@cascade/service-kit/testing'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { entriesOf, entryIdOf, transfersOf } from '../store/collections'
import { type LedgerWorld, makeLedgerWorld } from '../testing/ledger-world'
import { transferOf } from '../testing/requests'
import { eventually } from '../testing/spawn-writer'
import { startVerifier } from './verifier'

let world: LedgerWorld
beforeAll(async () => {
  world = await makeLedgerWorld(inject('mongodbUri'))
})
afterAll(() => world.close())

it('finds an entry that was changed, one that is gone and a transfer that is gone', async () => {
  const makeWallet = async () => {
    const [from, to] = [await world.wallet(10n), await world.wallet()]
    const { transferId } = await world.ledger.transfer(transferOf({ from, to, amount: 1n }))
    return { from, transferId }
  }
  const [changed, gone, lost] = [await makeWallet(), await makeWallet(), await makeWallet()]
  expect(await world.faults()).toEqual([])
  await entriesOf(world.db).updateOne({ _id: entryIdOf(changed.from, 1n) }, { $set: { amount: 11n } })
  await entriesOf(world.db).deleteOne({ _id: entryIdOf(gone.from, 1n) })
  await transfersOf(world.db).deleteOne({ _id: lost.transferId })
  const faults = (await world.faults()).join('\n')
  expect(faults).toContain(`wallet ${changed.from}: entry 1 leaves 10, not 11`)
  expect(faults).toContain(`wallet ${gone.from}: entry 1 is missing`)
  expect(faults).toContain(`wallet ${lost.from}: an entry has no transfer of its own`)
})

it('verifies in the background and stops its clock at a fault', async () => {
  const clean = await makeLedgerWorld(inject('mongodbUri'))
  const [from, to] = [await clean.wallet(10n), await clean.wallet()]
  const { client } = clean.mongo
  const verifier = startVerifier({
    client,
    db: clean.db,
    everyMs: 20,
    logger: silentLogger,
  })
  await eventually(() => verifier.verifiedAt() !== undefined)
  await clean.ledger.transfer(transferOf({ from, to, amount: 1n }))
  await clean.db.collection<{ _id: string }>('wallets').updateOne({ _id: to }, { $inc: { balance: 5n } })
  await eventually(() => verifier.faults().length > 0)
  expect(verifier.faults().join('\n')).toContain(`wallet ${to}`)
  const stopped = verifier.verifiedAt()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(verifier.verifiedAt()).toEqual(stopped)
  await verifier.stop()
  await clean.close()
})
