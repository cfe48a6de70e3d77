import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatPoints } from '@cascade/contracts'
import { accountApi, playerApi } from '@cascade/contracts/accounts'
import { type Game, type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi, playApi } from '@cascade/contracts/live'
import { demoPassword } from '@cascade/dev'
import { masterDescription } from '@cascade/draw-rules/master'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import type { Session } from '../../support/api'
import { openPdf, openWorkbook, parseCsv } from '../../support/browser/downloads'
import { makeQuickGame, quickSeconds } from '../../support/quick-game'
import { type Branch, createBranch, fund } from '../../support/world'
import type { Driver } from './driver'
import { launchFirefox } from './firefox'
import { openScreen, type Screen } from './screen'
import { launchWebkit } from './webkit'

/** On an idle machine a test takes a minute. */
const dayMs = 600_000
const patience = { timeout: 120_000, interval: 500 }

let own: DisposableSuite
let branch: Branch
let admin: Session
let player: Session
let game: Game

beforeAll(async () => {
  own = await startDisposableSuite()
  const { api } = own
  const superadmin = await api.login('superadmin')
  await fund(api, superadmin, 'superadmin', superadmin.user._id, 100_000)
  branch = await createBranch(api, superadmin)
  await fund(api, superadmin, 'admin', branch.admin._id, 10_000)
  await fund(api, superadmin, 'player', branch.player._id, 1_000)
  game = await makeQuickGame(api, superadmin, 'Day', masterDescription(gameCodes.funTarget) as GameDescription)
  const body = { games: [game._id] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  admin = await api.login(branch.admin.username)
  player = await api.login(branch.player.username)
  // Quick draws start after the first draw, which lasts one minute.
  await vi.waitFor(async () => {
    const [{ everySeconds } = { everySeconds: 0 }] = (await api.call(playApi.games, player)).data
    expect(everySeconds).toBe(quickSeconds)
  }, patience)
}, 300_000)
afterAll(() => own?.stop())

const button = (name: string | RegExp) => ({ role: 'button', name })
const link = (name: string | RegExp) => ({ role: 'link', name })
const heading = (name: string) => ({ role: 'heading', name })

describe.each([
  { browser: 'Firefox', launch: launchFirefox },
  { browser: 'WebKit', launch: launchWebkit },
])('the day of an operator in $browser', ({ browser, launch }) => {
  let folder: string
  let driver: Driver
  let screen: Screen

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cascade-browser-'))
    driver = await launch(folder)
    screen = await openScreen(driver)
    return async () => {
      await driver.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
  beforeEach(() =>
    onTestFailed(async () => writeFile(join(tmpdir(), `cascade-failed-${browser}.png`), await driver.takePicture())),
  )

  async function open(path: string, title: string): Promise<void> {
    await screen.goTo(`${own.suite.url}/admin/${path}`)
    await screen.waitFor(heading(title))
  }
  const livePath = () => `game/${game.gameId}/${branch.admin._id}/${branch.admin.username}`

  it('begins with a sign-in, and credit goes to a player of the list', { timeout: dayMs }, async () => {
    const { username } = branch.player
    await driver.resize(1440, 900)
    await screen.goTo(own.suite.url)
    await screen.fill('Username', branch.admin.username)
    await screen.fill('Password', demoPassword)
    await screen.click(button('Log In'))
    await screen.waitFor(heading(`Welcome, ${branch.admin.username}`))
    await screen.click(link('Player'))
    await screen.click(link(`Credit Transfer ${username}`))
    await screen.waitFor(heading('Player Credit Transfer'))
    const before = await walletOf()
    await screen.fill('Amount to Transfer', '125.50')
    await screen.fill('Password', demoPassword)
    await screen.click(button('Credit Transfer'))
    await screen.waitFor({ role: 'cell', name: formatPoints(before + 125.5) })
    expect(await walletOf()).toBe(before + 125.5)
  })

  it('goes on with a live draw, whose record is genuine when this browser computes it', {
    timeout: dayMs,
  }, async () => {
    await open(livePath(), game.gameName)
    await vi.waitFor(async () => {
      await bet('7')
      const look = async () => expect((await screen.waitFor(button(/^7/))).text).toMatch(/[1-9]0\.00$/)
      await vi.waitFor(look, { timeout: 5_000, interval: 100 })
    }, patience)
    const before = await chosenDraws()
    await screen.click(button(/^9/))
    await screen.click(button('SAVE'))
    const draw = await vi.waitFor(async () => {
      const added = (await chosenDraws()).find(({ drawId }) => before.every(each => each.drawId !== drawId))
      return added ?? Promise.reject(new Error('the chosen result is not drawn yet'))
    }, patience)
    expect(draw).toMatchObject({ result: '9', by: { username: branch.admin.username } })

    await screen.click(link(new RegExp(`^${draw.number} ?9 1Xs$`)))
    await screen.click(button('Recompute in this browser'))
    await screen.waitFor(heading('Everything agrees'))
    await screen.click({ text: 'Proof: seed, hashes and signature' })
    const { bytes } = await screen.save(button('Download the record'))
    expect(JSON.parse(bytes.toString()).record).toMatchObject({ drawId: draw.drawId, result: '9', policy: 'manual' })
    await screen.goTo(`${own.suite.url}/public/verify?draw=${encodeURIComponent(draw.drawId)}`)
    await screen.waitFor({ text: 'This draw is genuine' })
  })

  it('ends with lists as files and on paper', { timeout: dayMs }, async () => {
    await open('player', 'Player')
    const players = await screen.save(button(/Export$/))
    const [row] = openWorkbook(players.bytes).rows
    expect([players.name, row?.[0]?.v, row?.[3]?.t]).toEqual(['playersList.xlsx', branch.player.username, 'n'])
    await open('logactivities', 'Log Activities')
    const { name, bytes } = await screen.save(button(/Export$/))
    const [header = [], ...entries] = parseCsv(bytes.toString())
    expect([name, header[0]]).toEqual(['logs.csv', 'Username'])
    expect(entries.flat()).toContain(branch.admin.username)
    await open('transactionreport', 'Transaction Report')
    const report = await screen.save(button('PDF'))
    const [paper] = await openPdf(report.bytes)
    expect([report.name, paper?.width]).toEqual(['Transaction Report.pdf', expect.closeTo(842, 0)])
    expect(paper?.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Transaction Report', '125.50']))
    await screen.click(button('Print or PDF'))
    await screen.click({ role: 'menuitem', name: 'Print' })
    await screen.waitFor({ title: 'PDF' })
  })

  it('fits on a phone, and no screen reports an error', { timeout: dayMs }, async () => {
    await driver.resize(390, 844)
    const { _id } = branch.player
    const [draw] = await chosenDraws()
    const screens = [
      ['dashboard', `Welcome, ${branch.admin.username}`],
      ['player', 'Player'],
      [`player/credittransfer/${_id}`, 'Player Credit Transfer'],
      [livePath(), game.gameName],
      [`game/draw/${draw?.drawId}`, `${game.gameName}, draw ${draw?.number}`],
      ['transactionreport', 'Transaction Report'],
      ['logactivities', 'Log Activities'],
    ] as const
    const tooWide: string[] = []
    for (const [path, title] of screens) {
      await open(path, title)
      await screen.waitUntilSettled()
      const excess = await screen.excessWidth()
      if (excess > 0) tooWide.push(`${path}: ${excess} px`)
    }
    expect([tooWide, await screen.faults()]).toEqual([[], []])
  })
})

const walletOf = async () => (await own.api.call(playerApi.me, player)).data.balance

/** Bets on the open draw; a closing draw rejects bets. */
async function bet(drawno: string): Promise<void> {
  const body = { gameId: game.gameId, bets: [{ type: 'straight', drawno, quantity: 10 }] }
  await vi.waitFor(() => own.api.call(liveApi.createBet, player, { body }), patience)
}

/** The draws whose result an operator chose, newest first. */
async function chosenDraws() {
  const query = { adminId: branch.admin._id, gameId: game.gameId, size: '500' }
  return (await own.api.call(liveApi.draws, admin, { query })).data.filter(({ policy }) => policy === 'manual')
}
