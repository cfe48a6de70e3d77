import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Confidential, DrawRecord, ProvenTicket } from '@cascade/contracts/live'
import { describe, expect, it } from 'vitest'
import { verifyDraw } from '../cli/verify-draw'
import { masterGame } from '../testing/arbitrary'
import { doctored } from '../testing/doctored'
import { resealed } from '../testing/doctored/fixtures'
import { makeDocument, makeFacts, makeHidden, publicKey, revealedChain } from '../testing/make-facts'
import { verifyRecord } from './verify-record'

const folder = join(import.meta.dirname, '../../docs')
const text = readFileSync(join(folder, 'fairness.md'), 'utf8')

/** The cells of the table between two markers, without its header. */
function tableOf(mark: string): string[][] {
  const [, table = ''] = new RegExp(`<!-- ${mark} -->\\n([\\s\\S]*?)<!-- /${mark} -->`).exec(text) ?? []
  const rows = table.split('\n').filter(line => line.startsWith('| '))
  return rows.slice(1).map(row => row.slice(2, -2).split(' | '))
}

describe('the table of rules', () => {
  const rules = tableOf('rules')

  it('contains each doctored record of the tests once', () => {
    expect(rules.map(([, , record]) => record).sort()).toEqual(doctored.map(([title]) => title).sort())
  })

  it('contains each field of a record, its confidential part and a ticket, except for unconstrained ones', () => {
    const fields = new Set(rules.map(([field = '']) => field.replaceAll('`', '')))
    const missing = [
      ...Object.keys(DrawRecord.shape),
      ...Object.keys(Confidential.shape).map(name => `confidential.${name}`),
      ...Object.keys(ProvenTicket.shape).map(name => `ticket.${name}`),
    ].filter(name => !fields.has(name))
    expect(missing).toEqual(['confidential.salt', 'ticket.ticketId', 'ticket.player'])
  })
})

describe('the worked example', () => {
  const stakes = { 'straight:1': '1000', 'straight:2': '500', 'straight:3': '1000', 'straight:0': '2500' }
  const document = makeDocument(masterGame('funTarget'), makeFacts({ stakes }), makeHidden())
  const { record, confidential } = document
  const values = tableOf('example').map(([, value = '']) => value.replaceAll('`', ''))
  const [daySeed = '', drawId = '', seed = '', commitment = '', root = '', deciding = '', booster = '', pick = ''] =
    values
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  const mac = (key: string, message: string | Buffer) => createHmac('sha256', bytes(key)).update(message).digest('hex')
  const hash = (hex: string) => createHash('sha256').update(bytes(hex)).digest('hex')
  const wordOf = (purpose: string) => {
    const word = mac(deciding, `${purpose}/0`).slice(0, 8)
    return `${word} = ${Number.parseInt(word, 16)}`
  }

  it('can be recomputed from the day seed with HMAC and SHA-256 alone', () => {
    expect(mac(daySeed, drawId)).toBe(seed)
    expect(hash(seed)).toBe(commitment)
    expect(mac(seed, bytes(root))).toBe(deciding)
    expect([booster, pick]).toEqual([wordOf('booster'), wordOf('pick')])
    expect([505_726_985 % 26, 1_514_136_826 % 9]).toEqual([23, 1])
    const anchor = [1, 2, 3, 4, 5].reduce(hash, daySeed)
    expect(anchor).toMatch(/^6cab3cdb.*326f98$/)
    expect(revealedChain('2026-03-01')).toMatchObject({ anchor, revealed: { seed: daySeed } })
  })

  it('matches the record in example.json', async () => {
    expect(record).toMatchObject({ drawId, seed, commitment, ticketRoot: root })
    expect(record).toMatchObject({ costs: '9000 4500 9000 0*6 22500', candidates: { count: 9 } })
    expect([record.booster.value, record.result, record.payout]).toEqual([1, '2', '4500'])
    expect(confidential).toMatchObject({ balance: '20000', winpercentage: '2000', budget: '16000' })
    const data = { documents: [document], previous: null, keys: [publicKey], seeds: [revealedChain('2026-03-01')] }
    const answer = `${JSON.stringify({ success: true, data }, null, 2)}\n`
    await expect(answer).toMatchFileSnapshot(join(folder, 'example.json'))
  })

  describe('a record of release 1.0.0', () => {
    it('is still accepted, with the hash that it was signed with', () => {
      const released = resealed(document, { format: 'cascade.draw.v2', voidTickets: undefined })
      expect(released.hash).toBe('37eccf16f0d14d7f1b16dce0805dfb3555a43807662dd88c1316eff4a509bc16')
      expect(verifyRecord(released, { publicKeys: [publicKey] }).filter(({ ok }) => !ok)).toEqual([])
    })

    it('is accepted by verify-draw', async () => {
      const { code, text: report } = await verifyDraw(['example.json', '--key', 'example.json'], folder)
      expect(report).toContain('The seed is that of this draw on 2026-03-01')
      expect(code).toBe(0)
    })
  })
})
