import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { url } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'

const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const visitor = visitorAs('superadmin')

describe('the command palette', () => {
  it('loads on first use, finds an account of the subtree and offers its actions', async () => {
    const page = await visitor.open('dashboard')
    const { admin, superareamanager, areamanager, master, player } = visitor.branch
    // Shortcuts work only after the menu has loaded.
    await page.getByRole('link', { name: 'Player', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search screens and accounts' }).waitFor()
    await page.keyboard.type(player.uniqueId)
    const found = option(page, new RegExp(`^${player.username}\\b`)).first()
    await found.waitFor()
    expect(scripts.some(script => script.startsWith(`${url}/static/`))).toBe(true)
    const row = (await found.textContent()) ?? ''
    const path = [admin, superareamanager, areamanager, master].map(each => each.username).join(' › ')
    expect(row).toContain(`Player · ${path}`)
    expect(row).toMatch(/\d\.\d\d$/)
    await found.click()
    await page.waitForURL(/\/superadmin\/player\/players\/details\/[\w-]+$/)
    await page.getByRole('heading', { name: player.username, exact: true }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).getByText(player.username).waitFor()
    await page.keyboard.press('ArrowRight')
    await option(page, 'Credit Transfer').click()
    await page.waitForURL(/\/superadmin\/player\/credittransfer\/[\w-]+$/)
    await page.getByText('Player Credit Transfer').first().waitFor()
    expect(visitor.faults).toEqual([])
  })
})
