import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { gameCodes, gamesApi, toPercentageId } from '@cascade/contracts/games'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin, url } from '../support/suite'
import { visitorAs } from '../support/visitor-as'
import { createBranch, fund, giveAllGames, uniqueNumber } from '../support/world'

describe('the Contact Us screen', () => {
  const visitor = visitorAs('admin')

  it('lists messages of visitors and changes their status', async () => {
    const fullName = `Guest ${uniqueNumber()}`
    const message = {
      enquiryType: 'Payment',
      fullName,
      email: 'guest@example.com',
      mobile: '+91 98765 43210',
      complaintDetails: 'Where is my win?',
    }
    expect((await api.send('POST', '/complaint', { body: message })).status).toBe(201)
    const page = await visitor.open('contactus', 'Contact Us Messages')
    const row = page.getByRole('row').filter({ hasText: fullName })
    const status = row.getByRole('combobox')
    for (const chosen of ['Cancelled', 'Completed', 'Pending']) {
      await status.click()
      await page.locator('.ant-select-dropdown:visible [data-tone]').getByText(chosen, { exact: true }).click()
      await expect.poll(() => row.locator('.ant-select').innerText()).toContain(chosen)
      await row.getByText(`by ${visitor.user.user.username}`).waitFor()
    }
    expect(visitor.faults).toEqual([])
  })
})

describe('the backups of an admin', () => {
  const visitor = visitorAs('admin', { fund: 5_000 })
  let rival: Session

  beforeAll(async () => {
    const other = await createBranch(api, await newSuperadmin())
    rival = await api.login(other.admin.username)
    await giveAllGames(api, visitor.superadmin, visitor.branch.admin._id)
    await fund(api, visitor.superadmin, 'player', visitor.branch.player._id, 100)
  })

  const clearingsOf = async () => (await api.call(reportsApi.clearings, visitor.user)).data.length
  const shareOf = async () => {
    const { data } = await api.call(gamesApi.percentages, visitor.user, { params: { adminId: visitor.user.user._id } })
    return data.find(row => row.gameId === gameCodes.bingo)?.winpercentage
  }
  const setShare = (winpercentage: number) => {
    const updates = [{ id: toPercentageId(visitor.user.user._id, gameCodes.bingo), winpercentage }]
    return api.call(gamesApi.setPercentages, visitor.user, {
      params: { id: visitor.user.user._id },
      body: { updates },
    })
  }

  it('the backups of an admin are created, verified and downloaded, and restore cleared history and settings', async () => {
    await setShare(21)
    const page = await visitor.open('backups', 'Backups')
    await page.getByText('There is no backup yet.').waitFor()
    await page.getByRole('button', { name: 'Backup', exact: true }).click()
    await page.getByText('Read back whole').waitFor()
    const [backup] = (await api.call(reportsApi.backups, visitor.user)).data
    expect(backup).toMatchObject({ state: 'done', by: visitor.user.user.username, proof: { faults: [] } })
    // At least five levels, three side accounts and one transfer.
    expect(backup?.rows).toBeGreaterThan(8)

    // The download opens in a new tab, which authenticates by cookie alone.
    const [saved] = await Promise.all([
      page
        .context()
        .waitForEvent('page')
        .then(tab => tab.waitForEvent('download')),
      page.getByRole('button', { name: /^Download/ }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(`cascade-${backup?.folder}.tar.gz`)
    const archive = gunzipSync(await readFile(await saved.path())).toString('latin1')
    expect(archive).toContain('cascade.backup.v1')
    expect(archive).toContain(visitor.branch.player.username)
    expect(archive).not.toContain(demoPassword)
    expect(archive).not.toMatch(/argon2|passwordHash/)

    const days = { startDate: '2026-01-01', endDate: '2099-12-31' }
    await api.call(reportsApi.clearHistory, visitor.user, { body: { ...days, models: ['usertransaction'] } })
    await setShare(44)
    expect([await clearingsOf(), await shareOf()]).toEqual([1, 44])
    await page.getByRole('button', { name: /^Restore/ }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(`Made before ${backup?.folder} was restored`).waitFor()
    await expect.poll(clearingsOf).toBe(0)
    await expect.poll(shareOf).toBe(21)
    expect(visitor.faults).toEqual([])
  })

  it('the backups of an admin are downloaded with a single-use ticket by the requesting admin only', async () => {
    const [folder = ''] = (await api.call(reportsApi.backups, visitor.user)).folders
    const downloads = async () => {
      const rows = (await api.call(reportsApi.logs, visitor.user, { query: { operation: 'backups' } })).data
      return rows.filter(({ subject }) => subject === 'Backup downloaded').length
    }
    const before = await downloads()
    const { ticket } = (await api.call(reportsApi.downloadTicket, visitor.user, { body: { folder } })).data
    const statusOf = async ({ token }: Session) => {
      const address = `${url}/api/backup/downloadbackup?folder=${folder}&ticket=${ticket}`
      const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      expect(response.headers.get('cache-control')).toBe('no-store')
      return response.status
    }
    expect(await statusOf(rival)).toBe(404)
    expect(await statusOf(visitor.user)).toBe(200)
    expect(await statusOf(visitor.user)).toBe(404)
    await expect.poll(downloads).toBe(before + 2)
  })

  it('the backups of an admin are found only by exact name and only by their own admin', async () => {
    const [folder = ''] = (await api.call(reportsApi.backups, visitor.user)).folders
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
        expect(await ask(path, name, visitor.user), `${path} ${name}`).toBe(400)
      }
      expect(await ask(path, '2001-01-01_00-00-00', visitor.user)).toBe(404)
      expect(await ask(path, folder, rival)).toBe(404)
      expect(await ask(path, folder, visitor.superadmin)).toBe(403)
    }
    expect((await api.call(reportsApi.backups, rival)).folders).toEqual([])
  })

  it('the backups of an admin cannot be transferred while no target is configured', async () => {
    const [folder = ''] = (await api.call(reportsApi.backups, visitor.user)).folders
    const { status, body } = await api.send('GET', `/backup/transferbackup?folder=${folder}`, visitor.user)
    expect([status, body.message]).toEqual([409, 'Transfer failed'])
  })

  it('the backups of an admin are restored over open draws with bets only after a confirmation', async () => {
    const [folder = ''] = (await api.call(reportsApi.backups, visitor.user)).folders
    const player = await api.login(visitor.branch.player.username)
    const body = { gameId: gameCodes.funTarget, bets: [{ type: 'straight', drawno: '3', quantity: 5 }] }
    const importStatus = async () => {
      await api.send('POST', '/app/createbet', { token: player.token, body })
      const { status, body: answer } = await api.send('GET', `/backup/importbackup?folder=${folder}`, visitor.user)
      return `${status} ${answer.message}`
    }
    const text = '409 Draws with bets are open. Confirm to restore all the same.'
    await expect.poll(importStatus, { timeout: 60_000 }).toBe(text)
    const query = { folder, confirm: 'true' as const }
    const { data } = await api.call(reportsApi.importBackup, visitor.user, { query })
    expect(data?.clearings ?? 0).toBe(0)
  })
})

describe('the Clear History screen', () => {
  const visitor = visitorAs('admin', { fund: 1_000 })

  it('clears records for the admin after a confirmation, and the superadmin still sees them', async () => {
    await fund(api, visitor.superadmin, 'player', visitor.branch.player._id, 50)
    const visibleCount = async (session: Session) =>
      (await api.call(reportsApi.transactions, session, { query: { id: visitor.branch.player._id, type: 'one' } })).data
        .length
    await expect.poll(() => visibleCount(visitor.user)).toBe(1)
    const page = await visitor.open('clearhistory', 'Clear History')
    // It may already be tomorrow in the business time zone.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Start Date').fill('2026-01-01')
    await page.keyboard.press('Enter')
    await page.getByLabel('End Date').fill(tomorrow)
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'usertransaction' }).check()
    await page.getByRole('button', { name: 'Clear records' }).click()
    await page.getByText('Are you sure you want to clear usertransaction').waitFor()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Records deleted successfully.').waitFor()
    await page.getByRole('cell', { name: 'usertransaction' }).waitFor()
    expect([await visibleCount(visitor.user), await visibleCount(visitor.superadmin)]).toEqual([0, 1])
    expect(visitor.faults).toEqual([])
  })
})
