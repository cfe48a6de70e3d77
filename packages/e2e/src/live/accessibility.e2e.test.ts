import { accountApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { masterGames } from '@cascade/draw-rules/master'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../screens/axe-violations'
import { makeQuickGame } from '../support/quick-game'
import { api } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'

const patience = { timeout: 60_000, interval: 500 }
const roulette = 'Fun Roullet'

const tree = createTree()
const codes = new Map<string, string>()
let quick: string
beforeAll(async () => {
  const { superadmin, branch } = tree
  const { description } = masterGames.find(({ gameName }) => gameName === roulette) ?? {}
  if (!description) throw new Error(`${roulette} is missing`)
  const own = await makeQuickGame(api, superadmin, roulette, description)
  quick = own.gameId
  const games = (await api.call(gamesApi.list, superadmin)).data
  const isPlayed = ({ gameName }: { gameName: string }) => masterGames.some(master => master.gameName === gameName)
  const played = games.filter(isPlayed)
  for (const { gameName, gameId } of played) codes.set(gameName, gameId)
  const body = { games: [own._id, ...played.map(({ _id }) => _id)] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  const admin = await api.login(branch.admin.username)
  // svc-live learns of the admin's games through events.
  for (const gameId of [quick, ...codes.values()]) {
    await vi.waitFor(
      () => api.call(liveApi.loadGame, admin, { query: { adminId: branch.admin._id, gameId } }),
      patience,
    )
  }
  return async () => {
    await api.call(gamesApi.setStatus, superadmin, { params: { action: 'deactivate', id: own._id } })
  }
}, 180_000)

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('live control in the %s theme at %i px', (colorScheme, width) => {
  const visitor = visitorAs('admin', { tree, sharesPage: true })

  async function openGame(gameId: string | undefined) {
    // Stop the animation of the clock bar.
    await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await visitor.page.setViewportSize({ width, height: 844 })
    const { _id, username } = visitor.branch.admin
    const page = await visitor.open(`game/${gameId}/${_id}/${username}`)
    await page.locator('.live-cell').first().waitFor()
    return page
  }

  it.each(masterGames.map(({ gameName }) => gameName))('%s has no serious accessibility violations', async gameName => {
    expect(await axeViolations(await openGame(codes.get(gameName)))).toEqual([])
  })

  it('a selected cell, the latest results and the draw page have no serious accessibility violations', async () => {
    const page = await openGame(quick)
    const result = page.locator('.live-results a').first()
    await result.waitFor({ timeout: 60_000 })
    await page.locator('.live-cell[data-color="red"] button').first().click()
    await page.mouse.move(0, 0)
    expect(await axeViolations(page)).toEqual([])
    await result.click()
    await page.locator('.live-hero').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
