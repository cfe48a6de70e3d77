import { afterEach, describe, expect, inject, it } from 'vitest'
import { startWorld, type World } from '../testing/world'

let world: World
afterEach(() => world.stop())

const start = async (env: Record<string, string>) => {
  world = await startWorld({ natsUrl: inject('natsUrl'), env })
}
const statuses = async (count: number, call: (index: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, (_, index) => call(index)))).map(({ status }) => status)
const refused = (list: readonly number[]) => list.filter(status => status === 429).length

describe('limits', () => {
  it('hold for logins from one address, whatever the caller says about himself', async () => {
    await start({ RATE_LOGIN_PER_MINUTE: '5' })
    const list = await statuses(8, index =>
      world.signIn('root', { 'x-forwarded-for': `10.0.0.${index}` }).then(({ answer }) => answer),
    )
    expect(refused(list)).toBe(3)
    const { answer } = await world.signIn()
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(30)
    expect(answer.json).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('count a trusted proxy’s callers apart', async () => {
    await start({ RATE_LOGIN_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.0/8' })
    const list = await statuses(4, index =>
      world.signIn('root', { 'x-forwarded-for': `1.2.3.4, 10.0.0.${index}` }).then(({ answer }) => answer),
    )
    expect(refused(list)).toBe(0)
  })

  it('hold for a session, for an address, and for what needs no token', async () => {
    await start({ RATE_SESSION_PER_SECOND: '20', RATE_ADDRESS_PER_SECOND: '100', RATE_PUBLIC_PER_MINUTE: '3' })
    const { bearer } = await world.signIn()
    const other = await world.signIn()
    const signUps = await statuses(5, () => world.send({ method: 'POST', path: '/api/auth/signup', json: {} }))
    expect(refused(signUps)).toBe(2)
    const calls = await statuses(40, () => world.send({ path: '/api/superadmins/all', headers: bearer }))
    expect(refused(calls)).toBeGreaterThanOrEqual(19)
    expect((await world.send({ path: '/api/superadmins/all', headers: other.bearer })).status).toBe(200)
    const pages = await statuses(300, () => world.send({ path: '/' }))
    expect(refused(pages)).toBeGreaterThan(50)
    expect((await world.send({ path: '/livez' })).status).toBe(200)
  })
})
