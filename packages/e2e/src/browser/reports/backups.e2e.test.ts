import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { gameCodes, gamesApi, toPercentageId } from '@cascade/contracts/games'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { fund, giveAllGames } from '../../support/world'

const visitor = visitorAs('admin', { fund: 5_000 })
beforeAll(async () => {
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

describe('the backups of an admin', () => {
  it('are created, verified and downloaded, and restore cleared history and settings', async () => {
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
})
