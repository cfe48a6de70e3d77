import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startWorld, type World } from '../testing/world'

let world: World

beforeAll(async () => {
  world = await startWorld({
    natsUrl: inject('natsUrl'),
    env: { PUBLIC_ORIGIN: 'https://office.example.com', SECURITY_CONTACT: 'mailto:security@example.com' },
  })
})
afterAll(() => world.stop())

describe('pages', () => {
  it('pages may use the features of our screens only, and the responses to calls do not carry the list', async () => {
    const policy = String((await world.send({ path: '/' })).headers['permissions-policy']).split(', ')
    expect(policy).toEqual(
      expect.arrayContaining(['camera=()', 'publickey-credentials-get=(self)', 'web-share=(self)']),
    )
    expect(policy.filter(entry => !/^[a-z-]+=\((?:self)?\)$/.test(entry))).toEqual([])
    expect((await world.send({ path: '/api/none' })).headers).not.toHaveProperty('permissions-policy')
  })
})

describe('security.txt', () => {
  it('names the contact until a day within the next year', async () => {
    const { status, headers, text } = await world.send({ path: '/.well-known/security.txt' })
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const [contact, expires = '', ...rest] = text.trimEnd().split('\n')
    expect([contact, ...rest]).toEqual([
      'Contact: mailto:security@example.com',
      'Preferred-Languages: en',
      'Canonical: https://office.example.com/.well-known/security.txt',
    ])
    const daysLeft = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / (24 * 60 * 60_000)
    expect(daysLeft > 0 && daysLeft < 365).toBe(true)
  })

  it('is missing without a contact', async () => {
    const { send, stop } = await world.startAnother({ SECURITY_CONTACT: '' })
    expect((await send({ path: '/.well-known/security.txt' })).status).toBe(404)
    await stop()
  })
})
