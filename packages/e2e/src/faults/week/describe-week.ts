import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatPoints } from '@cascade/contracts'
import { accountApi, ledgerApi, settlementApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed, vi } from 'vitest'
import type { Driver } from '../../nightly/browsers/driver'
import { openScreen, type Screen } from '../../nightly/browsers/screen'
import { openPdf } from '../../support/browser/downloads'
import { balanceOf } from '../../support/world'
import { type Figures, figuresOf, patience, startWeekWorld, type WeekWorld, weekMs } from './week-world'

const testMs = 600_000
const reason = 'The terminal sent it twice'
const button = (name: string | RegExp) => ({ role: 'button', name })
const cell = (name: string | RegExp) => ({ role: 'cell', name })
const heading = (name: string) => ({ role: 'heading', name })
const link = (name: string | RegExp) => ({ role: 'link', name })

const amount = (hundredths: number) => formatPoints(hundredths / 100)
const measures = { net: 'Net', play: 'Play', win: 'Win', commission: 'Commission' } as const
const sumOf = (rows: readonly Figures[], measure: keyof typeof measures) =>
  rows.reduce((sum, row) => sum + row[measure], 0)

/** The tests of a week in one browser. @param launch gets an empty folder */
export function describeWeek(browser: string, launch: (folder: string) => Promise<Driver>): void {
  describe(`the week of an operator in ${browser}`, () => {
    let folder: string
    let driver: Driver
    let screen: Screen
    let world: WeekWorld
    let figures: Figures[]
    let week: { from: string; to: string }

    beforeAll(async () => {
      world = await startWeekWorld()
      folder = await mkdtemp(join(tmpdir(), 'cascade-week-'))
      driver = await launch(folder)
      screen = await openScreen(driver)
      await driver.resize(1440, 900)
      await world.play()
    }, testMs)
    afterAll(async () => {
      await driver?.close()
      await world?.stop()
      if (folder) await rm(folder, { recursive: true, force: true })
    })
    beforeEach(() =>
      onTestFailed(async () => writeFile(join(tmpdir(), `cascade-failed-${browser}.png`), await driver.takePicture())),
    )

    const open = async (path: string, title: string) => {
      await screen.goTo(`${world.suite.url}/${path}`)
      await screen.waitFor(heading(title))
    }
    async function signIn(username: string) {
      await screen.goTo(world.suite.url)
      await screen.fill('Username', username)
      await screen.fill('Password', demoPassword)
      await screen.click(button('Log In'))
      await screen.waitFor(heading(`Welcome, ${username}`))
    }
    async function signOut() {
      await screen.click(button(/^Account of/))
      await screen.click({ role: 'menuitem', name: 'Log Out' })
      await screen.waitFor(button('Log In'))
    }
    async function pay() {
      await screen.fill('Password', demoPassword)
      await screen.click(button('Pay'))
    }
    const asMaster = () => world.sessionOf(world.master.username)
    const pointsOfMaster = async () => balanceOf(world.api, await asMaster(), world.master._id)
    const settlements = async () => world.api.call(settlementApi.list, await asMaster(), { query: { period: week.to } })

    it('begins with a void ticket and a corrected result', { timeout: testMs }, async () => {
      const { username } = world.admin
      await signIn(username)
      const { ticketId, drawId: openDraw } = await world.betSlowly()
      await open('admin/gamehistory', 'Bet List')
      await screen.click(button(`Void… ${ticketId}`))
      await screen.fill('Reason', reason)
      await screen.click(button('Void the ticket'))
      await screen.waitFor(cell(/^Void/))
      await screen.goTo(`${world.suite.url}/admin/game/draw/${openDraw}`)
      await screen.waitFor(cell(`Void: 8.00 returned by ${username}: ${reason}`))

      const lost = (await world.tickets()).find(({ resultNo }) => resultNo !== null && resultNo !== '7')
      if (!lost) throw new Error('Both draws had the result 7.')
      await screen.goTo(`${world.suite.url}/admin/game/draw/${lost.drawId}`)
      await screen.click(button('Correct the result'))
      // Leaves one option, which does not move.
      await screen.fill('Result', '7')
      await screen.click({ title: '7' })
      await screen.fill('Reason', 'The wheel was read wrongly')
      await screen.click(button('Correct to 7'))
      await vi.waitFor(async () => {
        const corrected = (await world.tickets()).filter(({ drawId }) => drawId === lost.drawId)
        expect(corrected.filter(({ winpoints }) => winpoints === 0)).toEqual([])
      }, patience)
      await signOut()
    })

    it('has the figures of its tickets, to the hundredth', { timeout: testMs }, async () => {
      await signIn(world.master.username)
      const { data } = await world.api.call(reportsApi.weekSheet, await asMaster())
      week = { from: data.from, to: data.days.at(-1) ?? '' }
      const tickets = await world.tickets()
      figures = world.players.map(player => figuresOf(tickets, player))
      await open('master/week', 'Week')
      for (const [measure, label] of Object.entries(measures) as [keyof typeof measures, string][]) {
        await screen.click({ text: label })
        for (const row of figures)
          await screen.waitFor(link(`${amount(row[measure])}, bets of ${row.username} ${week.from} – ${week.to}`))
        await screen.waitFor(cell(amount(sumOf(figures, measure))))
      }
    })

    it('contains a wrong transfer that is taken back', { timeout: testMs }, async () => {
      const [player] = figures
      const body = { toUserId: player?.userId, transferAmount: 75.5, password: demoPassword } as never
      const { data } = await world.api.call(accountApi.player.transfer, await asMaster(), { body })
      await open(`master/transfer/${data.transactionId}`, 'Transfer')
      await screen.fill('Reason', 'The wrong player')
      await screen.fill('Password', demoPassword)
      await screen.click(button('Reverse'))
      await screen.waitFor(link(/^Reversed on .* by /))
      expect(await pointsOfMaster()).toBe(1_000)
      await signOut()
    })

    it('is closed, and paid in cash and in points', { timeout: testMs }, async () => {
      await world.moveAhead(weekMs)
      await vi.waitFor(
        async () => {
          const master = await world.api.login(world.master.username)
          expect((await world.api.call(settlementApi.list, master)).next).toEqual({ ...week, isOver: true })
          await world.api.call(settlementApi.close, master, { body: { to: week.to, preview: true } })
        },
        { ...patience, interval: 3_000 },
      )
      await signIn(world.master.username)
      await open('master/settlements', 'Settlements')
      await screen.click(button('Close week…'))
      const [play, win, commission] = (['play', 'win', 'commission'] as const).map(name => amount(sumOf(figures, name)))
      const frozen = `3 accounts with play ${play}, win ${win} and commission ${commission} points.`
      await screen.waitFor({ text: `Frozen and signed, and never changed: ${frozen}` })
      await screen.click(button('Close the week'))
      await screen.waitFor({ text: '3 of 3 done' })
      await screen.click(button('Close'))

      const [inCash, ...inPoints] = figures
      await screen.click(button(`Pay… ${inCash?.username}`))
      await screen.click({ text: 'Cash' })
      await pay()
      const points = sumOf(inPoints, 'commission') / 100
      await vi.waitFor(async () => expect((await settlements()).unpaid).toBe(points), patience)
      await screen.click(button('Pay all…'))
      await pay()
      await screen.waitFor({ text: '2 of 2 done' })
      await screen.click(button('Close'))
      const { data: rows, closed, unpaid } = await settlements()
      expect([rows.map(({ paidAs }) => paidAs), unpaid]).toEqual([['cash', 'points', 'points'], 0])
      expect(closed?.comparison).toBe('same')
      expect(await pointsOfMaster()).toBe(1_000 - points)
    })

    it('ends with a sheet to sign and the current accounts', { timeout: testMs }, async () => {
      const [inCash, inPoints] = figures
      await screen.click(button(`Sheet to sign ${inCash?.username}`))
      const { bytes } = await screen.save(button('PDF'))
      const [paper] = await openPdf(bytes)
      const texts = [world.master.username, inCash?.username, amount(inCash?.commission ?? 0), amount(inCash?.net ?? 0)]
      expect(paper?.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(texts))
      await screen.click(button('Print or PDF'))
      await screen.click({ role: 'menuitem', name: 'Print' })
      await screen.waitFor({ title: 'PDF' })
      for (const [row, kind] of [
        [inCash, 'Paid'],
        [inPoints, 'Paid in points'],
      ] as const) {
        await open(`master/cash/${row?.userId}`, `Current account of ${row?.username}`)
        await screen.waitFor(cell('Settled'))
        await screen.waitFor(cell(amount(row?.net ?? 0)))
        await screen.waitFor(cell(kind))
        await screen.waitFor(cell(amount((row?.net ?? 0) + (row?.commission ?? 0))))
      }
      const superadmin = await world.sessionOf('superadmin')
      expect((await world.api.call(ledgerApi.conservation, superadmin)).data.difference).toBe(0)
      expect(await screen.faults()).toEqual([])
    })
  })
}
