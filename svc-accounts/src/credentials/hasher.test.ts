import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createHasher } from './hasher'

it('hashes with argon2id and checks', async () => {
  const hasher = createHasher()
  const stored = await hasher.hash('a long secret')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify(stored, 'a long secret')).toBe(true)
  expect(await hasher.verify(stored, 'a long secreT')).toBe(false)
  expect(await hasher.verifyNobody('nobody has this password')).toBe(false)
})

it('takes a flood in turns and refuses what would wait too long', async () => {
  const hasher = createHasher({ concurrency: 1 })
  const flood = Array.from({ length: 210 }, () => hasher.hash('x').catch((error: { code?: string }) => error.code))
  await turn()
  const first = await Promise.race(flood.slice(205))
  expect(first).toBe('UNAVAILABLE')
  const answers = await Promise.all(flood)
  expect(answers.filter(answer => answer === 'UNAVAILABLE')).toHaveLength(9)
}, 60_000)
