import { accountApi, playerApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi, playApi } from '@cascade/contracts/live'
import { demoPassword } from '@cascade/dev'
import { masterDescription } from '@cascade/draw-rules/master'
import { apiAt } from '../../support/api'
import { launchChromium } from '../../support/browser/launch-chromium'
import { makeQuickGame } from '../../support/quick-game'
import { createBranch, fund, newAccount } from '../../support/world'

const screens = [
  ['player', 'Player'],
  ['gamemaster', 'Game Master'],
  ['transactionreport', 'Transaction Report'],
] as const

/** Smoke test: signs in, moves credit, plays a draw and opens screens of three remotes. @throws Error on the first failure */
export async function smokeTest(url: string, password: string, log: (line: string) => void): Promise<void> {
  const api = apiAt(url)
  const first = await api.login('superadmin', password)
  const { data } = await api.call(accountApi.superadmin.create, first, { body: newAccount('superadmin') })
  const issue = { userId: first.user._id, toUserId: first.user._id, transferAmount: 10_000, password } as never
  await api.call(accountApi.superadmin.transfer, first, { body: issue })
  const credit = { toUserId: data._id, transferAmount: 10_000, password } as never
  await api.call(accountApi.superadmin.transfer, first, { body: credit })
  const superadmin = await api.login(data.username)
  const branch = await createBranch(api, superadmin)
  await fund(api, superadmin, 'player', branch.player._id, 1_000)
  const player = await api.login(branch.player.username)
  const { balance } = (await api.call(playerApi.me, player)).data
  if (balance !== 1_000) throw new Error(`player balance is ${balance}, expected 1000`)
  log('signed in, created accounts, transferred credit')

  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const game = await makeQuickGame(api, superadmin, 'Container', { ...digits, policy: 'random' })
  await api.call(accountApi.admin.update, superadmin, {
    params: { id: branch.admin._id },
    body: { games: [game._id] } as never,
  })
  const params = { gameId: game.gameId }
  const bets = Array.from({ length: 10 }, (_, drawno) => ({ type: 'straight', drawno: String(drawno), quantity: 10 }))
  const { ticketId } = await until(
    'a bet is taken',
    async () => (await api.call(liveApi.createBet, player, { body: { ...params, bets } })).data,
  )
  const won = await until('its draw is drawn', async () => {
    const ticket = (await api.call(playApi.ticket, player, { params: { ticketId } })).data
    return ticket.state === 'won' ? ticket : undefined
  })
  log(`played a draw: ${won.stake} points on every digit, ${won.result} came, ${won.win} won`)

  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    await page.goto(url)
    await page.getByLabel('Username').fill(data.username)
    await page.getByLabel('Password').fill(demoPassword)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.waitForURL(/\/dashboard$/)
    for (const [path, title] of screens) {
      await page.goto(`${url}/superadmin/${path}`)
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      log(`screen ${title}`)
    }
    if (faults.length > 0) throw new Error(`page errors: ${faults.join('; ')}`)
  } finally {
    await browser.close()
  }
}

/** Retries for 3 minutes: a new game draws quickly only after its first minute. */
async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 180_000
  for (;;) {
    const answer = await attempt().catch((error: unknown) => {
      if (Date.now() > end) throw error
    })
    if (answer !== undefined) return answer
    if (Date.now() > end) throw new Error(`timed out after 3 minutes: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}
