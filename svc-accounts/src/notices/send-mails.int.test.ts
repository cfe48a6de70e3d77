import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'
import { mailReport } from './mail-report'
import { createMailer, type Mailer } from './mailer'
import { createNoticeStore } from './notice-store'
import { sendMails } from './send-mails'

let now = Date.now()
const clock = () => new Date(now)
const world = await makeWorld({ now: clock })
const chain = await makeChain(world)
const admin = await world.actorOf(chain.admin.username)
const serviceDb = world.serviceClient.db(world.db.databaseName)
const notices = createNoticeStore(serviceDb, { now: clock, newId: world.deps.newId, mails: true })
const deps = { ...world.deps, notices }

let isRejecting = false
const received: string[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const parts: Buffer[] = []
    stream.on('data', part => parts.push(part))
    stream.on('end', () => {
      if (isRejecting) return done(new Error('the mailbox is full'))
      received.push(Buffer.concat(parts).toString())
      done()
    })
  },
})
let mailer: Mailer

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Cascade <office@example.com>', host: 'example.com' })
  await world.db
    .collection('accounts')
    .updateOne({ _id: admin.accountId as never }, { $set: { email: 'asha@example.com' } })
})
beforeEach(() => {
  isRejecting = false
  received.length = 0
})
afterAll(async () => {
  mailer?.close()
  await new Promise<void>(resolve => server.close(() => resolve()))
  await world.close()
})

const choose = (bell: boolean, mail: boolean) =>
  world.call('PUT /notices/settings', { as: admin, body: { settings: [{ kind: 'password-changed', bell, mail }] } })
const notify = () =>
  deps.transaction(tx => notices.insert([admin.accountId], { kind: 'password-changed', data: { by: 'root' } }, tx))
/** The clock goes beyond the end of a session. */
const signIn = () => world.actorOf(chain.admin.username)
const list = async () => (await world.call('GET /notices', { as: await signIn() })).body

describe('mail of notices', () => {
  it('is sent once to the address of the account, for kinds that it wants by mail', async () => {
    await notify()
    await sendMails(deps, mailer)
    expect(received).toEqual([])
    expect((await choose(true, true)).status).toBe(200)
    await notify()
    await Promise.all([sendMails(deps, mailer), sendMails(deps, mailer)])
    await sendMails(deps, mailer)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/^To: .*asha@example\.com/m)
    expect(received[0]).toMatch(/^Subject: root changed your password\r$/m)
    expect((await list()).data[0]).not.toHaveProperty('mailAt')
  })

  it('is repeated after a rejection, and shown in the bell as failed after the last try', async () => {
    await choose(false, true)
    isRejecting = true
    await notify()
    await sendMails(deps, mailer)
    expect((await list()).data).toEqual([])
    isRejecting = false
    now += 61_000
    await sendMails(deps, mailer)
    expect(received).toHaveLength(1)

    isRejecting = true
    await notify()
    for (let tries = 0; tries < 7; tries++) {
      await sendMails(deps, mailer)
      now += 2 * 3_600_000
    }
    expect((await list()).data).toMatchObject([{ kind: 'password-changed', mailFailed: true }])
    isRejecting = false
    await sendMails(deps, mailer)
    expect(received).toHaveLength(1)
  })
})

describe('mail of a report', () => {
  const file = { name: 'turnover.csv', content: Buffer.from('Name,Play').toString('base64') }
  const mail = { id: 'schedule-1.1767600000000', subject: 'Turnover Report', text: 'Account of Asha.', file }
  const send = (accountId = admin.accountId) => mailReport({ ...deps, mailer }, { ...mail, accountId })

  it('is sent with its file to the address of the account, repeated with the same Message-ID', async () => {
    expect([await send(), await send()]).toEqual([{ isSent: true }, { isSent: true }])
    const idOf = (message: string) => /^Message-ID: (.*)\r$/m.exec(message)?.[1]
    expect(received.map(idOf)).toEqual([`<${mail.id}@example.com>`, `<${mail.id}@example.com>`])
    expect(received[0]).toMatch(/^To: .*asha@example\.com/m)
    expect(received[0]).toMatch(/filename=turnover\.csv/)
    expect(received[0]).toContain(`\r\n${file.content}\r\n`)
  })

  it('gains no header or receiver from its subject', async () => {
    const subject = 'Turnover\r\nBcc: eve@example.com\r\n\r\nother text'
    await mailReport({ ...deps, mailer }, { ...mail, accountId: admin.accountId, subject })
    expect(received[0]).toMatch(/^Subject: Turnover/m)
    expect(received[0]).not.toMatch(/^Bcc:/m)
  })

  it('is sent to the address of a person, while the person exists and may read reports', async () => {
    const as = await signIn()
    const body = { name: 'Ben Ode', username: 'ben.ode', password: testPassword, email: 'ben@example.com' }
    const { _id } = (await world.call('POST /people', { as, body: { ...body, rights: 'manager' } })).body.data
    expect(await send(_id)).toEqual({ isSent: true })
    expect(received.map(mail => /^To: (.*)\r$/m.exec(mail)?.[1])).toEqual(['ben@example.com'])
    const rights = { name: 'Complaints only', permissions: ['complaints.manage'] }
    const own = (await world.call('POST /rights', { as, body: rights })).body.data._id
    await world.call(`PUT /people/${_id}`, { as, body: { rights: own } })
    expect(await send(_id)).toEqual({ isSent: false })
    await world.call(`DELETE /people/${_id}`, { as })
    expect(await send(_id)).toEqual({ isSent: false, isRemoved: true })
  })

  it('is not sent without an address or a mail server', async () => {
    expect(await send('unknown')).toEqual({ isSent: false, isRemoved: true })
    expect(await mailReport(deps, { ...mail, accountId: admin.accountId })).toEqual({ isSent: false })
    expect(received).toEqual([])
  })

  it('fails if the mail server does not accept it', async () => {
    isRejecting = true
    await expect(send()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('settings of notices', () => {
  it('name every kind, with the address and without a mail server', async () => {
    const { body } = await world.call('GET /notices/settings', { as: await signIn() })
    expect(body).toMatchObject({ address: 'asha@example.com', mail: false })
    expect(body.data).toContainEqual({ kind: 'limit-reached', bell: true, mail: false })
  })

  it('are rejected for an unknown kind', async () => {
    const body = { settings: [{ kind: 'nothing', bell: true, mail: true }] }
    expect((await world.call('PUT /notices/settings', { as: admin, body })).status).toBe(400)
  })
})
