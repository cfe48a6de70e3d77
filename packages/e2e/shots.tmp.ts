import { chromium } from 'playwright'
import { gameCodes } from '@cascade/contracts/games'
import { makeGameState } from '../../mf-live/src/testing/make-game-state'
import { compileGame, targetsOf } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'

const url = 'http://localhost:8380'
const only = (process.env.GAMES ?? '').split(',').filter(Boolean)
const widths = (process.env.WIDTHS ?? '1440,1024,390').split(',').map(Number)
const schemes = (process.env.SCHEMES ?? 'light').split(',') as ('light' | 'dark')[]
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] })
for (const scheme of schemes) for (const width of widths) {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 844 : 900 }, colorScheme: scheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('pageerror', e => console.log('ERR', e.message))
  await page.goto(url)
  await page.getByLabel('Username').fill('admin1'); await page.getByLabel('Password').fill('cascade-demo')
  await page.getByRole('button', { name: /log in|sign in|login/i }).click()
  await page.waitForURL(/dashboard/)
  let state: any
  await page.route('**/api/live/loadgame**', route => route.fulfill({ json: { success: true, data: { ...state, now: new Date().toISOString() } } }))
  for (const [name, code] of Object.entries(gameCodes)) {
    if (only.length && !only.includes(name)) continue
    const rules = compileGame(masterGames.find(g => g.gameId === code)!.description)
    let seed = 7; const rnd = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648
    const stakes: Record<string, number> = {}
    for (const [type, targets] of targetsOf(rules)) { if (!['row','column'].includes(type) || code.startsWith('EuR') || code.startsWith('vw')) for (let i = 0; i < 5; i++) { const t = targets[Math.floor(rnd() * targets.length)]!; const key = `${type}:${t}`; if (rules.legs.has(key)) stakes[key] = [5,10,20,50,100][Math.floor(rnd()*5)]! } }
    state = makeGameState(code, stakes)
    const lr = state.data.slice(0, 5).map((o: any, i: number) => ({ drawno: state.dataColors.length ? `${o.drawno}-k-under` : o.drawno, booster: i === 2 ? 2 : 1, drawId: `d${i}`, drawAt: state.now }))
    state = { ...state, lastData: { data: lr }, drawAt: new Date(Date.now() + 47_000).toISOString(), lockAt: new Date(Date.now() + 42_000).toISOString() }
    if (process.env.PENDING) state.pending = { drawId: state.drawId, result: state.data[6].drawno, picks: { result: state.data[6].drawno, ...(state.dataColors.length && { color: 'k', type: 'under' }) }, booster: 2, by: { accountId: 'x', username: 'admin1', role: 'admin' }, at: state.now }
    await page.goto(`${url}/admin/game/${code}/admin-1/admin1`)
    await page.getByRole('timer').waitFor()
    const cell = page.locator('.live-cell > button').nth(3)
    await cell.click(); await page.waitForTimeout(600)
    await page.screenshot({ path: `/tmp/ls/shots/${name}-${width}-${scheme}.png`, fullPage: process.env.FULL === '1' })
  }
  await context.close()
}
await browser.close()
