import { connectMongo } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { idOfRequest } from '../ids'
import { startLedger } from '../start-ledger'
import { reasonOf } from './outcomes'
import { transferOf } from './requests'

/**
 * A process of its own for crash tests: a ledger with 16 callers that transfer points between the given wallets for ever.
 * It writes `try <transfer id>` before and `ok <id>` or `no <id> <reason>` after each, one a line.
 */
const [uri = '', dbName = '', writerId = '', ...wallets] = process.argv.slice(2)
const callers = 16

const { client, db } = await connectMongo(uri, dbName)
const publisher = { poke: () => undefined }
const ledger = await startLedger({ client, db, zone: 'UTC', writerId, logger: silentLogger, publisher })
const say = (line: string) => process.stdout.write(`${line}\n`)
const pick = () => wallets[Math.floor(Math.random() * wallets.length)] ?? ''

async function call() {
  for (;;) {
    const request = transferOf({
      from: pick(),
      to: pick(),
      amount: BigInt(1 + Math.floor(Math.random() * 50)),
      key: uuidv7(),
    })
    const id = idOfRequest({ type: 'transfer', ...request })
    say(`try ${id}`)
    await ledger.transfer(request).then(
      () => say(`ok ${id}`),
      error => say(`no ${id} ${reasonOf(error)}`),
    )
  }
}
await Promise.all(Array.from({ length: callers }, call))
