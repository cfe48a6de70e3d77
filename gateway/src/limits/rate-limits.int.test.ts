import { afterEach, describe, expect, it } from 'vitest'
import { startWorld, until, type World } from '../testing/world'

let world: World
afterEach(() => world.stop())

const start = async (env: Record<string, string>) => {
  world = await startWorld({ env })
}
const statuses = async (count: number, call: (index: number) => Promise<{ status: number }>) =>
  (await Promise.all(Array.from({ length: count }, (_, index) => call(index)))).map(({ status }) => status)
const countRejected = (list: readonly number[]) => list.filter(status => status === 429).length

describe('rate limits', () => {
  it('apply to logins by address, whatever X-Forwarded-For says', async () => {
    await start({ RATE_LOGIN_PER_MINUTE: '5' })
    const list = await statuses(8, index =>
      world.signIn('root', { 'x-forwarded-for': `10.0.0.${index}` }).then(({ answer }) => answer),
    )
    expect(countRejected(list)).toBe(3)
    const { answer } = await world.signIn()
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(30)
    expect(answer.json).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('distinguish the clients of a trusted proxy', async () => {
    await start({ RATE_LOGIN_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.0/8' })
    const list = await statuses(4, index =>
      world.signIn('root', { 'x-forwarded-for': `1.2.3.4, 10.0.0.${index}` }).then(({ answer }) => answer),
    )
    expect(countRejected(list)).toBe(0)
  })

  it('apply to public writes', async () => {
    await start({ RATE_PUBLIC_PER_MINUTE: '3' })
    const signUps = await statuses(5, () => world.send({ method: 'POST', path: '/api/auth/signup', json: {} }))
    expect(countRejected(signUps)).toBe(2)
  })

  it('apply to public reads, separately from authenticated ones', async () => {
    await start({ RATE_PUBLIC_READS_PER_SECOND: '1' })
    const { bearer } = await world.signIn()
    const reads = (headers: Record<string, string>, path: string) => statuses(40, () => world.send({ path, headers }))
    expect(countRejected(await reads({}, '/api/live/record/a1_MNOQqWWi_1'))).toBeGreaterThan(0)
    expect(countRejected(await reads(bearer, '/api/superadmins/all'))).toBe(0)
  })

  it('apply to one session and not to others', async () => {
    await start({ RATE_SESSION_PER_SECOND: '1' })
    const { bearer } = await world.signIn()
    const other = await world.signIn()
    const calls = await statuses(40, () => world.send({ path: '/api/superadmins/all', headers: bearer }))
    expect(countRejected(calls)).toBeGreaterThan(0)
    expect((await world.send({ path: '/api/superadmins/all', headers: other.bearer })).status).toBe(200)
  })

  it('apply to calls in flight of a session and an account, and not to other accounts', async () => {
    await start({ RATE_IN_FLIGHT_PER_SESSION: '2', RATE_IN_FLIGHT_PER_ACCOUNT: '3' })
    const [first, second, other] = [await world.signIn(), await world.signIn(), await world.signIn('another')]
    let release = () => {}
    world.accounts.state.held = new Promise(resolve => (release = resolve))
    const call = ({ bearer }: typeof first) => world.send({ path: '/api/views?held', headers: bearer })
    const waiting = [call(first), call(first)]
    await until(() => world.accounts.state.calls === 2)
    const third = await call(first)
    expect(third).toMatchObject({ status: 429, json: { code: 'TOO_MANY_REQUESTS', reason: 'IN_FLIGHT' } })
    expect(third.headers['retry-after']).toBe('1')
    waiting.push(call(second))
    await until(() => world.accounts.state.calls === 3)
    expect(await call(second)).toMatchObject({ status: 429, json: { reason: 'IN_FLIGHT' } })
    waiting.push(call(other))
    await until(() => world.accounts.state.calls === 4)
    release()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await call(first)).status).toBe(200)
  })

  it('apply to all requests of a network except health checks', async () => {
    await start({ RATE_ADDRESS_PER_SECOND: '1' })
    expect(countRejected(await statuses(40, () => world.send({ path: '/' })))).toBeGreaterThan(0)
    expect(countRejected(await statuses(10, () => world.send({ path: '/livez' })))).toBe(0)
  })

  it('throttle a network that guesses passwords of many accounts, without locking it out', async () => {
    await start({ RATE_LOGIN_PER_MINUTE: '1000', RATE_WRONG_PER_NETWORK: '3', TRUSTED_PROXIES: '127.0.0.1' })
    const guess = (username: string, address: string, password = 'wrong') => {
      const headers = { 'x-forwarded-for': address }
      return world.send({ method: 'POST', path: '/api/auth/login', json: { username, password }, headers })
    }
    const attackers = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3', '2001:db8:0:1::4']
    for (const [index, address] of attackers.entries()) {
      expect((await guess(`victim${index}`, address)).status).toBe(401)
    }
    const slowed = await guess('victim9', '2001:db8:0:1::9', 'right-password')
    expect([slowed.status, slowed.json.code, slowed.headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '1'])
    expect((await guess('victim9', '2001:db8:0:2::9', 'right-password')).status).toBe(200)
    await until(async () => (await guess('victim9', '2001:db8:0:1::9', 'right-password')).status === 200)
  })

  it('admit a throttled network with a password it has proved before, and keep its sessions working', async () => {
    await start({ RATE_LOGIN_PER_MINUTE: '6', RATE_WRONG_PER_NETWORK: '1' })
    const { bearer } = await world.signIn('root')
    const signIn = (username: string, password = 'right-password') =>
      world.send({ method: 'POST', path: '/api/auth/login', json: { username, password } })
    for (let at = 0; at < 20; at += 1) await signIn(`stranger${at}`, 'wrong')
    world.accounts.state.proved = 'root'
    expect((await signIn('root')).status).toBe(200)
    const other = await signIn('other')
    expect([other.status, Number(other.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    const json = { toUserId: 'p7', transferAmount: 1, password: 'right-password' }
    const credit = await world.send({ method: 'POST', path: '/api/player/credit-transfer', headers: bearer, json })
    expect(credit.status).toBe(200)
  })
})
