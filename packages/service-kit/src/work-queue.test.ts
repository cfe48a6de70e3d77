import { expect, it } from 'vitest'
import { createWorkQueue } from './work-queue'

const codeOf = (error: { code?: string }) => error.code ?? ''

it('a work queue limits waiting work per account, per network and in total', async () => {
  const queue = createWorkQueue(1)
  const work = async () => 'done'
  const flood = (count: number, payer: (at: number) => object) =>
    Promise.all(Array.from({ length: count }, (_, at) => queue(payer(at), work).catch(codeOf)))
  const rejected = (answers: string[], code: string) => answers.filter(answer => answer === code).length
  expect(rejected(await flood(10, () => ({ account: 'a' })), 'TOO_MANY_REQUESTS')).toBe(7)
  expect(rejected(await flood(20, at => ({ account: `a${at}`, network: 'n' })), 'TOO_MANY_REQUESTS')).toBe(9)
  expect(rejected(await flood(210, () => ({})), 'UNAVAILABLE')).toBe(9)
})
