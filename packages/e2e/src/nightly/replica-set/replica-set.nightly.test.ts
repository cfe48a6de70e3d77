import { startReplicaSet } from '@cascade/dev'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, failuresIn, openBank } from '../../faults/bank/bank'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import type { Session } from '../../support/api'
import { createAccount } from '../../support/world'

const set = await startReplicaSet(() => undefined)
const isAvailable = typeof set !== 'string'
/** Besides success: rate limited, unavailable or outcome unknown, no response. */
const allowed = ['429', '503', '0']

let own: DisposableSuite
let bank: Bank
let superadmin: Session
let client: MongoClient

const admin = (command: Document) => client.db('admin').command(command)
/** The primary's next commands of these names, sent by services, fail in this way. */
const failCommands = (names: readonly string[], data: Document) => () =>
  admin({ configureFailPoint: 'failCommand', mode: { times: 20 }, data: { failCommands: names, ...data } })
const writes = ['insert', 'update', 'delete', 'bulkWrite', 'findAndModify']
const transient = { errorLabels: ['TransientTransactionError'] }

describe.skipIf(!isAvailable)('the suite on a replica set of three', () => {
  beforeAll(async () => {
    if (!isAvailable) return
    client = await MongoClient.connect(set.uri)
    own = await startDisposableSuite({ mongo: set })
    superadmin = await own.api.login('superadmin')
    bank = openBank(own.api, superadmin)
    await bank.issue(1_000_000)
  })
  afterAll(async () => {
    await own?.stop()
    await client?.close()
    if (isAvailable) await set.stop()
  })

  // The crash is last: its member stays down.
  it.each([
    ['lost replies to commits', failCommands(['commitTransaction'], { closeConnection: true })],
    [
      'commits that time out',
      failCommands(['commitTransaction'], { writeConcernError: { code: 64, errmsg: 'timeout' } }),
    ],
    ['write conflicts', failCommands(writes, { errorCode: 112, ...transient })],
    ['interrupted writes', failCommands(writes, { errorCode: 11_601 })],
    ['lock timeouts', failCommands(writes, { errorCode: 24, ...transient })],
    ['reads of a stepping-down primary', failCommands(['find', 'aggregate'], { errorCode: 11_602 })],
    ['a step-down of the primary', () => admin({ replSetStepDown: 30, secondaryCatchUpPeriodSecs: 10 })],
    ['a crash of the primary', async () => (isAvailable ? set.killPrimary() : undefined)],
  ])('books each transfer once and goes on after %s', async (_, fault) => {
    const account = await createAccount(own.api, superadmin, 'admin', superadmin.user._id)
    const transfers = bank.startLoad(account._id, { callers: 20, pauseMs: 50 })
    await transfers.waitForMore(20)
    await fault()
    await transfers.waitForMore(200)
    const attempts = await transfers.stop()
    expect(failuresIn(attempts).filter(answer => !allowed.some(status => answer.startsWith(status)))).toEqual([])
    await bank.expectEachOnce(account._id, attempts)
  })
})
