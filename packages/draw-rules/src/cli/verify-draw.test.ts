import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDocument, makeFacts, makeKey, makeNext, publicKey } from '../testing/make-facts'
import { masterGame } from '../testing/master'
import { provenTicket, ticketLeaf } from '../tickets'
import { verifyDraw } from './verify-draw'

const game = masterGame('funTarget')
const first = makeDocument(game, makeFacts())
const second = makeNext(game, first)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cascade-draw-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const run = (...args: string[]) => verifyDraw(args, folder)

describe('verify-draw', () => {
  it('says of each point that it holds', async () => {
    write('record.json', first)
    write('public.json', { keys: [makeKey('other', 9), { ...publicKey, use: 'sig', alg: 'EdDSA' }] })
    const { code, text } = await run('record.json', '--key', 'public.json', '--commitment', first.record.commitment)
    expect(text).toContain(`Draw ${first.record.sequence}, a1_MNOQqWWi_7, result ${first.record.result}`)
    expect(text).toMatch(/ok {4}pick +The seed picks/)
    expect(text).toContain('All 15 findings hold.')
    expect(code).toBe(0)
  })

  it('finds any changed letter or digit of the file', async () => {
    const text = JSON.stringify(first)
    const passed: string[] = []
    for (let at = 0; at < text.length; at += 7) {
      if (!/[A-Za-z0-9]/.test(text[at] ?? '')) continue
      write('record.json', text.slice(0, at) + (text[at] === '3' ? '4' : '3') + text.slice(at + 1))
      const { code } = await run('record.json')
      if (code === 0) passed.push(text.slice(at - 20, at + 1))
    }
    expect(passed).toEqual([])
  })

  it('checks a list as a chain', async () => {
    write('draws.json', [first, second])
    expect(await run('draws.json')).toEqual({
      code: 0,
      text: `${[first, second].map(({ record }) => `Draw ${record.sequence}, ${record.drawId}, result ${record.result}\n`).join('')}\nAll 28 findings hold.`,
    })
    write('draws.json', [second, first])
    const { code, text } = await run('draws.json')
    expect(code).toBe(1)
    expect(text).toMatch(/FAIL {2}chain +Record 3 of the chain is missing/)
    write('draws.json', [])
    expect(await run('draws.json')).toEqual({ code: 1, text: 'There is no record in this file.' })
  })

  it('fails with a key that is not the published one', async () => {
    write('record.json', first)
    write('public.json', makeKey('live-1', 2))
    const { code, text } = await run('record.json', '--key', 'public.json')
    expect(code).toBe(1)
    expect(text).toContain('1 of 14 findings does not hold.')
  })

  it('says what is wrong with the call', async () => {
    write('record.json', first)
    write('text.json', 'no json')
    write('empty.json', {})
    expect(await run('missing.json')).toMatchObject({ code: 2, text: expect.stringContaining('cannot be read') })
    expect(await run('text.json')).toMatchObject({ code: 2, text: expect.stringContaining('is not JSON') })
    expect(await run('record.json', '--key', 'empty.json')).toMatchObject({ code: 2 })
    expect(await run('record.json', '--what')).toMatchObject({
      code: 2,
      text: expect.stringContaining('npm run verify-draw'),
    })
    expect(await run()).toMatchObject({ code: 2 })
    expect(await run('a.json', 'b.json')).toMatchObject({ code: 2 })
    expect(await run('--help')).toMatchObject({ code: 0 })
  })
})

describe('what the API answers', () => {
  const { confidential: _kept, ...open } = first
  const ticket = provenTicket({
    ticketId: 't1',
    playerId: 'p1',
    lines: [{ leg: 'straight:1', quantity: 10 }],
    stake: 1000n,
  })
  const ticketRoot = Buffer.from(ticketLeaf(ticket)).toString('hex')
  const proven = makeDocument(game, makeFacts({ tickets: 1, ticketRoot }))
  const proof = { drawId: proven.record.drawId, ticket, index: 0, size: 1, path: [] }
  const chain = { kid: 'seed-1', firstDay: '2026-02-01', days: 100, anchor: 'a'.repeat(64), revealed: null }
  const answerOf = (document: unknown) => ({
    success: true,
    data: { documents: [document], keys: [publicKey], seeds: [chain] },
  })

  it('is taken as it is, in its public form and in the full one', async () => {
    for (const [document, told] of [
      [open, 'kept back'],
      [first, 'The confidential part is the one'],
    ] as const) {
      write('answer.json', answerOf(document))
      const { code, text } = await run('answer.json')
      expect(text).toContain(told)
      expect(text).toContain('The seed of 2026-03-01 is shown when the day is over')
      expect(code).toBe(0)
    }
  })

  it('proves with the ticket of a player that it was in the draw', async () => {
    write('answer.json', answerOf(proven))
    for (const details of [
      proof,
      { success: true, data: [], proof },
      { success: true, data: { ticketId: 't1', proof } },
    ]) {
      write('ticket.json', details)
      const { code, text } = await run('answer.json', '--ticket', 'ticket.json')
      expect(text).toContain('Ticket t1 was in the draw.')
      expect(code).toBe(0)
    }
    write('ticket.json', { ...proof, ticket: { ...ticket, stake: '2000' } })
    expect((await run('answer.json', '--ticket', 'ticket.json')).code).toBe(1)
    write('ticket.json', { success: true, data: { proof: null } })
    expect((await run('answer.json', '--ticket', 'ticket.json')).text).toContain('This is no proof of a ticket.')
  })
})
