import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { masterGame } from '../testing/arbitrary'
import { doctored } from '../testing/doctored'
import {
  makeCorrection,
  makeDocument,
  makeFacts,
  makeKey,
  makeNext,
  publicKey,
  revealedChain,
  seedChain,
  ticketsOf,
} from '../testing/make-facts'
import { merklePath, ticketLeafHash } from '../tickets'
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
  it('reports every finding of a valid record as ok', async () => {
    write('record.json', first)
    write('public.json', { keys: [makeKey('other', 9), { ...publicKey, use: 'sig', alg: 'EdDSA' }] })
    const { code, text } = await run('record.json', '--key', 'public.json', '--commitment', first.record.commitment)
    expect(text).toContain(`Draw ${first.record.sequence}, ${first.record.drawId}, result ${first.record.result}`)
    expect(text).toMatch(/ok {4}pick +The seed picks/)
    expect(text).toContain('All 22 findings hold.')
    expect(code).toBe(0)
  })

  it('fails for any changed letter or digit of the file', async () => {
    const text = JSON.stringify(first)
    const passed: string[] = []
    for (let at = 0; at < text.length; at += 23) {
      if (!/[A-Za-z0-9]/.test(text[at] ?? '')) continue
      write('record.json', text.slice(0, at) + (text[at] === '3' ? '4' : '3') + text.slice(at + 1))
      const { code } = await run('record.json')
      if (code === 0) passed.push(text.slice(at - 20, at + 1))
    }
    expect(passed).toEqual([])
  })

  it('verifies a list as a chain', async () => {
    write('draws.json', [first, second])
    expect(await run('draws.json')).toEqual({
      code: 0,
      text: `${[first, second].map(({ record }) => `Draw ${record.sequence}, ${record.drawId}, result ${record.result}\n`).join('')}\nAll 42 findings hold.`,
    })
    write('draws.json', [second, first])
    const { code, text } = await run('draws.json')
    expect(code).toBe(1)
    expect(text).toMatch(/FAIL {2}chain +Record 3 of the chain is missing/)
    write('draws.json', [])
    expect(await run('draws.json')).toEqual({ code: 1, text: 'There is no record in this file.' })
  })

  it('fails for a record that is not signed with the given key', async () => {
    write('record.json', first)
    write('public.json', makeKey('live-1', 2))
    const { code, text } = await run('record.json', '--key', 'public.json')
    expect(code).toBe(1)
    expect(text).toContain('1 of 21 findings does not hold.')
  })

  it('reports wrong arguments and unreadable files with exit code 2', async () => {
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

describe('--key', () => {
  const answer = { success: true, data: [publicKey], seeds: [revealedChain('2026-03-01')] }

  it.each([
    ['the response of GET live/keys', answer],
    ['a list of keys', [makeKey('other', 9), publicKey]],
    ['a set of keys', { keys: [publicKey] }],
    ['one key', publicKey],
  ])('accepts %s', async (_what, content) => {
    write('record.json', first)
    write('keys.json', content)
    const { code, text } = await run('record.json', '--key', 'keys.json')
    expect(text).toContain('It is signed with the given key live-1.')
    expect(code).toBe(0)
  })

  it('checks the day seeds of a record and of a list against the chains of GET live/keys', async () => {
    write('keys.json', answer)
    for (const content of [first, [first, second]]) {
      write('record.json', content)
      expect((await run('record.json', '--key', 'keys.json')).code).toBe(0)
    }
    const [, , make] = doctored.find(([title]) => title.startsWith('seedKeyId of the day before')) ?? []
    const [ofOtherDay] = make?.().documents ?? []
    for (const content of [ofOtherDay, [ofOtherDay]]) {
      write('record.json', content)
      const { code, text } = await run('record.json', '--key', 'keys.json')
      expect(text).toMatch(/FAIL {2}day +The draw was drawn on 2026-03-01 in Asia\/Kolkata, its seed is of 2026-02-28/)
      expect(code).toBe(1)
    }
  })
})

describe('a response of the API', () => {
  const { confidential: _hidden, ...open } = first
  const [ticket, ...others] = ticketsOf(first.record.stakes)
  const path = merklePath(
    [ticket, ...others].map(each => ticketLeafHash(each as NonNullable<typeof ticket>)),
    0,
  )
  const hexPath = path.map(hash => Buffer.from(hash).toString('hex'))
  const proof = { drawId: first.record.drawId, ticket, index: 0, size: 1 + others.length, path: hexPath }
  const answerOf = (documents: readonly unknown[], more = {}) => ({
    success: true,
    data: { documents, keys: [publicKey], seeds: [seedChain], ...more },
  })

  it('is accepted unchanged, with and without its confidential part', async () => {
    for (const [document, part] of [
      [open, 'kept back'],
      [first, 'The confidential part is the one'],
    ] as const) {
      write('answer.json', answerOf([document]))
      const { code, text } = await run('answer.json')
      expect(text).toContain(part)
      expect(text).toContain('The seed of 2026-03-01 is shown when the day is over')
      expect(code).toBe(0)
    }
  })

  it('is checked for corrections against their earlier version, and for the first version against the preceding record', async () => {
    const third = makeCorrection(game, second, second)
    const [{ description: _one, ...previous }, { description: _other, ...wrong }] = [first, second]
    write('answer.json', answerOf([second, third], { previous }))
    const { code, text } = await run('answer.json')
    expect(code).toBe(0)
    expect(text).toContain('Draw 3,')
    write('answer.json', answerOf([second, makeCorrection(game, second, second, { closingEvent: 4712 })], { previous }))
    expect((await run('answer.json')).text).toContain('A correction keeps closingEvent')
    write('answer.json', answerOf([second], { previous: wrong }))
    expect((await run('answer.json')).text).toMatch(/FAIL {2}chain/)
  })

  it('verifies that the ticket of a player was in the draw', async () => {
    write('answer.json', answerOf([first]))
    for (const details of [
      proof,
      { success: true, data: [], proof },
      { success: true, data: { ticketId: 't0', proof } },
    ]) {
      write('ticket.json', details)
      const { code, text } = await run('answer.json', '--ticket', 'ticket.json')
      expect(text).toContain('Ticket t0 was in the draw.')
      expect(code).toBe(0)
    }
    write('ticket.json', { ...proof, ticket: { ...ticket, stake: '2000' } })
    expect((await run('answer.json', '--ticket', 'ticket.json')).code).toBe(1)
    write('ticket.json', { success: true, data: { proof: null } })
    expect((await run('answer.json', '--ticket', 'ticket.json')).text).toContain('This is no proof of a ticket.')
  })
})
