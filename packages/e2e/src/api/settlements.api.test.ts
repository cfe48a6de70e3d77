import { type Run, settlementApi, settlementTexts } from '@cascade/contracts/accounts'
import { demoPassword as password } from '@cascade/dev'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, createBranch } from '../support/world'

let branch: Branch
let master: Session
let player: Session
beforeAll(async () => {
  branch = await createBranch(api, await newSuperadmin())
  master = await api.login(branch.master.username)
  player = await api.login(branch.player.username)
})

const nextSunday = ({ to }: { to: string }) => new Date(Date.parse(to) + 7 * 86_400_000).toISOString().slice(0, 10)

describe('the weeks of a master', () => {
  it('are closed in order through gateway and services, also without play, and are not closed early', async () => {
    const { next } = await api.call(settlementApi.list, master)
    expect(next).toMatchObject({ isOver: true })
    const early = await api.send('POST', settlementApi.close.path, {
      token: master.token,
      body: { to: nextSunday(next) },
    })
    expect(early.body).toMatchObject({ code: 'CONFLICT', message: settlementTexts.notOver })
    const { preview } = (await api.call(settlementApi.close, master, { body: { to: next.to, preview: true } })).data
    expect(preview).toMatchObject({ period: { from: next.from, to: next.to }, rows: [] })
    const { run } = (await api.call(settlementApi.close, master, { body: { to: next.to } })).data
    expect(run).toMatchObject({ operation: 'close-week', state: 'done', total: 0 } satisfies Partial<Run>)
    await vi.waitFor(async () => {
      const { closed } = await api.call(settlementApi.list, master, { query: { period: next.to } })
      expect(closed).toMatchObject({ comparison: 'same' })
      expect(closed?.signature.split('.')).toHaveLength(3)
    })
    const again = await api.send('POST', settlementApi.close.path, { token: master.token, body: { to: next.to } })
    expect(again.body).toMatchObject({ code: 'CONFLICT', message: settlementTexts.closed })
  })

  it('are nothing to players', async () => {
    const { token } = player
    const calls = [
      api.send('GET', settlementApi.list.path, { token }),
      api.send('POST', settlementApi.payAll.path, { token, body: { period: '2026-03-01', as: 'cash', password } }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403])
  })
})
