import { describe, expect, it } from 'vitest'
import { createWorkQueue } from './work-queue'

const codeOf = (error: { code?: string }) => error.code ?? ''

describe('a work queue', () => {
  it('limits waiting work per account, per network and in total', async () => {
    const queue = createWorkQueue(1, { waitingPerAccountMax: 4 })
    const work = async () => 'done'
    const flood = (count: number, payer: (at: number) => object) =>
      Promise.all(Array.from({ length: count }, (_, at) => queue(payer(at), work).catch(codeOf)))
    const rejected = (answers: string[], code: string) => answers.filter(answer => answer === code).length
    expect(rejected(await flood(10, () => ({ account: 'a' })), 'TOO_MANY_REQUESTS')).toBe(5)
    expect(rejected(await flood(30, at => ({ account: `a${at}`, network: 'n' })), 'TOO_MANY_REQUESTS')).toBe(9)
    expect(rejected(await flood(210, () => ({})), 'UNAVAILABLE')).toBe(9)
  })

  it('rejects work that has waited too long, and goes on with the next', async () => {
    const queue = createWorkQueue(1, { waitingPerAccountMax: 1, waitMsMax: 1 })
    let finish = () => {}
    const first = queue({}, () => new Promise<void>(resolve => (finish = resolve)))
    for (let wait = 0; wait < 2; wait++) {
      expect(await queue({ account: 'a' }, async () => 'done').catch(codeOf)).toBe('UNAVAILABLE')
    }
    finish()
    await first
    expect(await queue({ account: 'a' }, async () => 'done')).toBe('done')
  })
})
