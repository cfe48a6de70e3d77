import { gameCodes } from '@cascade/contracts/games'
import { reportsApi } from '@cascade/contracts/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin, url } from '../support/suite'
import { type Branch, createBranch, fund, giveAllGames } from '../support/world'

let superadmin: Session
let branch: Branch
let admin: Session
let rival: Session
let folder: string

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  await giveAllGames(api, superadmin, branch.admin._id)
  await fund(api, superadmin, 'player', branch.player._id, 100)
  admin = await api.login(branch.admin.username)
  rival = await api.login((await createBranch(api, await newSuperadmin())).admin.username)
  folder = (await api.call(reportsApi.exportBackup, admin)).data.folder
})

describe('the backups of an admin', () => {
  it('are downloaded with a single-use ticket by the requesting admin only', async () => {
    const downloads = async () => {
      const rows = (await api.call(reportsApi.logs, admin, { query: { operation: 'backups' } })).data
      return rows.filter(({ subject }) => subject === 'Backup downloaded').length
    }
    const before = await downloads()
    const { ticket } = (await api.call(reportsApi.downloadTicket, admin, { body: { folder } })).data
    const statusOf = async ({ token }: Session) => {
      const address = `${url}/api/backup/downloadbackup?folder=${folder}&ticket=${ticket}`
      const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      expect(response.headers.get('cache-control')).toBe('no-store')
      return response.status
    }
    expect(await statusOf(rival)).toBe(404)
    expect(await statusOf(admin)).toBe(200)
    expect(await statusOf(admin)).toBe(404)
    await expect.poll(downloads).toBe(before + 2)
  })

  it('are found only by exact name and only by their own admin', async () => {
    const ask = async (path: string, name: string, { token }: Session) =>
      (
        await api.send(
          'GET',
          `/backup/${path}?${new URLSearchParams({ folder: name, ...(path === 'downloadbackup' && { ticket: 'x' }) })}`,
          { token },
        )
      ).status
    for (const path of ['importbackup', 'transferbackup', 'downloadbackup']) {
      for (const name of ['../x', '..', `${folder}/../${folder}`, `${folder}\u0000`, '']) {
        expect(await ask(path, name, admin), `${path} ${name}`).toBe(400)
      }
      expect(await ask(path, '2001-01-01_00-00-00', admin)).toBe(404)
      expect(await ask(path, folder, rival)).toBe(404)
      expect(await ask(path, folder, superadmin)).toBe(403)
    }
    expect((await api.call(reportsApi.backups, rival)).folders).toEqual([])
  })

  it('cannot be transferred while no target is configured', async () => {
    const { status, body } = await api.send('GET', `/backup/transferbackup?folder=${folder}`, admin)
    expect([status, body.message]).toEqual([409, 'Transfer failed'])
  })

  it('are restored over open draws with bets only after a confirmation', async () => {
    const player = await api.login(branch.player.username)
    const body = { gameId: gameCodes.funTarget, bets: [{ type: 'straight', drawno: '3', quantity: 5 }] }
    const importStatus = async () => {
      await api.send('POST', '/app/createbet', { token: player.token, body })
      const { status, body: answer } = await api.send('GET', `/backup/importbackup?folder=${folder}`, admin)
      return `${status} ${answer.message}`
    }
    const text = '409 Draws with bets are open. Confirm to restore all the same.'
    await expect.poll(importStatus, { timeout: 60_000 }).toBe(text)
    const query = { folder, confirm: 'true' as const }
    const { data } = await api.call(reportsApi.importBackup, admin, { query })
    expect(data?.clearings ?? 0).toBe(0)
  })
})
