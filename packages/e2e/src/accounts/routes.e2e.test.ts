import { type BackOfficeRole, backOfficeRoles, childRoleOf, parentRoleOf } from '@cascade/contracts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findRow, goInside, heading } from '../support/accounts-screen'
import { apiAt, type Session } from '../support/api'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'
import { type Level, levelsOf, levelTexts } from '../support/levels'
import { type Branch, createBranch } from '../support/world'

const url = inject('suiteUrl')
const api = apiAt(url)
let browser: Browser
let branch: Branch
let superadmin: Session

beforeAll(async () => {
  browser = await launchBrowser()
  superadmin = await api.login('superadmin')
  branch = await createBranch(api, superadmin)
})
afterAll(() => browser?.close())

const usernameOf = (role: BackOfficeRole) => (role === 'superadmin' ? role : branch[role].username)

describe.each(backOfficeRoles)('every account route of %s', role => {
  let visitor: Visit
  beforeAll(async () => {
    visitor = await visit(browser)
    await signIn(visitor.page, url, usernameOf(role))
  })
  afterAll(() => visitor?.close())

  const show = async (path: string, title: string) => {
    const { page } = visitor
    // Another screen between two with the same title, so that the second cannot be taken for the first.
    if ((await heading(page, title).count()) > 0) {
      await goInside(page, `/${role}/dashboard`)
      await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    }
    await goInside(page, `/${role}/${path}`)
    await heading(page, title)
      .waitFor({ timeout: 8_000 })
      .catch(async () => {
        const shown = await page.getByRole('heading', { level: 1 }).allTextContents()
        throw new Error(`/${role}/${path} shows ${JSON.stringify(shown)} instead of ${title}`)
      })
    expect(new URL(page.url()).pathname).toBe(`/${role}/${path}`)
  }
  /** Titles of the columns of the table on screen. */
  const columns = async () => {
    await visitor.page.getByRole('columnheader').first().waitFor()
    const titles = await visitor.page.getByRole('columnheader').allTextContents()
    return titles.map(title => title.trim()).filter(Boolean)
  }

  describe.each(levelsOf[role])('%s', level => {
    const texts = levelTexts[level]
    const id = () => branch[level]._id

    it('shows the list with its columns in order', async () => {
      const { page } = visitor
      for (const path of [level, ...(isTree(level) ? [`${level}/players`] : [])]) {
        await show(path, texts.list)
        expect(await columns()).toEqual(texts.columns)
        expect(await buttonNames('Add')).toEqual(texts.add ? [texts.add.button] : [])
        const row = await findRow(page, branch[level].username)
        const actions = await row.getByRole('button').all()
        const names = await Promise.all(actions.map(action => action.getAttribute('aria-label')))
        expect(names.map(name => name?.replace(/ \w+$/, ''))).toEqual(texts.rowActions)
      }
    })

    it('shows its forms at every shape that names them', async () => {
      const forms: [action: string, title: string][] = [
        ['edit', texts.edit],
        ['credittransfer', texts.transfer],
        ['creditadjust', texts.adjust],
      ]
      // Shape by shape, so that neighbours have different titles.
      const shapes: ((action: string) => string)[] = [
        action => `${action}/${id()}`,
        action => `${id()}/${action}`,
        action => `any/${action}/${id()}`,
        action => `details/${id()}/${action}`,
      ]
      if (isTree(level)) {
        shapes.push(action => `players/${id()}/${action}`)
        shapes.push(action => `players/details/${id()}/${action}`)
      }
      for (const shape of shapes) for (const [action, title] of forms) await show(`${level}/${shape(action)}`, title)
      if (texts.add) await show(`${level}/create`, texts.add.title)
    })

    const child = childRoleOf(level) as Level | undefined
    if (isTree(level))
      it('shows details and what stands below them', async () => {
        const { page } = visitor
        for (const shape of ['details', 'players/details'])
          await show(`${level}/${shape}/${id()}`, branch[level].username)
        for (const card of ['Role Details', 'Credit', 'Last Week', 'This Week'])
          await page
            .getByRole('heading', { name: card, exact: true })
            .or(page.getByText(card, { exact: true }))
            .first()
            .waitFor()
        for (const fact of ['Total Played', 'Total Won', 'End Point'])
          expect(
            await page.locator('.accounts-fact').filter({ hasText: fact }).locator('dd').allTextContents(),
          ).toEqual(['0.00', '0.00'])
        if (!child) return
        const below = levelTexts[child]
        await page.getByRole('button', { name: below.add?.below, exact: true }).waitFor()
        expect(await columns()).toEqual(below.columns)
        await show(`${level}/players/details/${id()}/create`, below.add?.title ?? '')
        await show(`${level}/details/${id()}/create`, below.add?.title ?? '')
        const childId = branch[child]._id
        await show(`${level}/details/${id()}/edit/${childId}`, below.edit)
        await show(`${level}/details/${id()}/credittransfer/${childId}`, below.transfer)
        await show(`${level}/players/details/${id()}/creditadjust/${childId}`, below.adjust)
      })
  })

  it('opens a deep address that is typed, and says so when the account is not there', async () => {
    const { page } = visitor
    const [level] = levelsOf[role]
    if (!level) return
    await page.goto(`${url}/${role}/${level}/players/details/${branch[level]._id}/creditadjust`)
    await heading(page, levelTexts[level].adjust).waitFor()
    const stranger = branch[parentRoleOf(level) as 'admin']?._id ?? superadmin.user._id
    for (const shape of [`players/details/${stranger}x`, 'edit/01a1fe77-0000-7000-8000-000000000000']) {
      await page.goto(`${url}/${role}/${level}/${shape}`)
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
      await heading(page, levelTexts[level].list).waitFor()
    }
  })

  it('leads back to the dashboard from an address of no shape', async () => {
    await goInside(visitor.page, `/${role}/${levelsOf[role][0]}/x/y/edit`)
    await visitor.page.waitForURL(`${url}/${role}/dashboard`)
  })

  const buttonNames = async (start: string) => {
    const buttons = visitor.page.getByRole('main').getByRole('button', { name: new RegExp(`^${start} `) })
    return (await buttons.allTextContents()).map(name => name.trim())
  }
})

const isTree = (level: Level) => childRoleOf(level) !== undefined || level === 'player'
