import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../../support/api'
import { visit } from '../../support/browser/browser'
import { type Keyboard, keyboardOf } from '../../support/browser/keyboard'
import { api, newSuperadmin, url } from '../../support/suite'
import { type Branch, balanceOf, createAccount, createBranch, fund } from '../../support/world'

let superadmin: Session
let branch: Branch
beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  await createAccount(api, superadmin, 'player', branch.master._id)
  await fund(api, superadmin, 'admin', branch.admin._id, 100)
})

/** Waits for the palette, which loads on first use, and for the option before pressing Enter. */
async function goTo(page: Page, { press, stop, type }: Keyboard, typed: string, screen: RegExp) {
  await press('Control+k')
  await expect.poll(async () => (await stop()).name).toBe('Search screens and accounts')
  await type(typed)
  await page.getByRole('option', { name: screen, selected: true }).waitFor()
  await press('Enter')
}

describe('the keyboard', () => {
  it('reaches every screen and action of an admin, with a visible focus and no focus trap', async () => {
    const { page } = await visit()
    const keyboard = keyboardOf(page)
    const { press, type, until } = keyboard
    const { player } = branch
    const stands = (expected: object) => expect.poll(keyboard.stop).toMatchObject(expected)
    const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

    await page.goto(`${url}/auth/login`)
    await stands({ name: 'Username' })
    await type(branch.admin.username)
    expect(await press('Tab')).toMatchObject({ name: 'Password' })
    await type(demoPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard$/)
    await page.getByRole('link', { name: 'Player', exact: true }).waitFor()

    // Menu: one tab stop, arrow keys between entries.
    await until(({ tag }) => tag === 'ul')
    await until(({ href }) => href.endsWith('/admin/player'), 'ArrowDown')
    await press('Enter')
    await title('Player')

    // List: search, rows, filters.
    await page.getByRole('link', { name: player.username, exact: true }).waitFor()
    await press('/')
    await type(player.username)
    await press('ArrowDown')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await stands({ name: player.username })
    await press('x')
    await page.getByText('1 selected', { exact: true }).waitFor()
    await press('x')
    await press('s')
    await stands({ name: 'Status' })
    await press('Escape')
    await stands({ name: 'Filters' })

    // Credit dialog over the list, then back to the row.
    await press('/', 'ArrowDown')
    await stands({ name: player.username })
    await press('t')
    await stands({ name: 'Amount to Transfer' })
    await type('5')
    await until(({ name }) => name === 'Password')
    await type(demoPassword)
    await until(({ name }) => name === 'Credit Transfer')
    await page.keyboard.press('Enter')
    await expect.poll(() => balanceOf(api, superadmin, player._id)).toBe(5)
    await page.getByText('Again', { exact: false }).first().waitFor()
    await press('Escape')
    await page.waitForURL(/\/admin\/player\?/)
    await stands({ name: player.username })

    // Menu and dialog: focus cycles inside and returns to the trigger.
    await until(({ name }) => name === `More actions: ${player.username}`)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await keyboard.stop()).tag).toBe('li')
    await until(({ name }) => name === 'Delete', 'ArrowDown')
    await page.keyboard.press('Enter')
    await stands({ name: 'Cancel' })
    for (let presses = 0; presses < 4; presses++) expect((await press('Tab')).inMain).toBe(false)
    await press('Escape')
    await stands({ name: `More actions: ${player.username}` })

    // Details page: focus starts in the content, then cycles through the whole page.
    await press('/', 'ArrowDown', 'Enter')
    await title(player.username)
    expect((await press('Tab')).inMain).toBe(true)
    await until(({ name }) => name === 'Skip to content')
    await until(({ name }) => name === 'Skip to content')

    // Form: Tab reaches every field.
    await goTo(page, keyboard, 'player', /^Player\b/)
    await title('Player')
    await page.getByRole('link', { name: player.username, exact: true }).waitFor()
    await until(({ name }) => name === 'Add Player')
    await press('Enter')
    await title('Add Player')
    await page.getByLabel('First Name', { exact: true }).waitFor()
    const passed = await until(({ name }) => name === 'Country')
    await type('India')
    await page.locator('.ant-select-item-option-active').getByText('India', { exact: true }).waitFor()
    await press('Enter')
    await expect.poll(() => page.getByLabel('State', { exact: true }).isEnabled()).toBe(true)
    passed.push(...(await until(({ name }) => name === 'Submit')))
    const fields = await page.locator('main form label[for]').evaluateAll(labels =>
      labels.flatMap(label => {
        const { control, textContent } = label as HTMLLabelElement
        return control?.matches(':enabled') ? [textContent.trim()] : []
      }),
    )
    expect(fields).toEqual(expect.arrayContaining(['First Name', 'State', 'Note']))
    expect(fields.filter(field => !passed.some(({ name }) => name === field))).toEqual([])

    // Tree, after the unsaved form is discarded.
    await goTo(page, keyboard, 'tree', /^Tree\b/)
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await until(({ name }) => name === 'Leave')
    await press('Enter')
    await title('Tree')
    await page.getByRole('treeitem').nth(1).waitFor()
    await until(({ name }) => name === 'Tree')
    await press('ArrowDown', 'Enter')
    await page.waitForURL(/\/players\/details\//)

    expect([...keyboard.unseen]).toEqual([])
  })
})
