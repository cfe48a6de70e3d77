import { backOfficeRoles, childRoleOf, parentRoleOf } from '@cascade/contracts'
import { describe, expect, it } from 'vitest'
import { actionsOf, findRow, goInside, heading } from '../support/accounts-screen'
import { type Level, levelsOf, levelTexts } from '../support/levels'
import { url } from '../support/suite'
import { ownTree, visitorAs } from '../support/visitor-as'

type Action = 'edit' | 'credittransfer' | 'creditadjust'
/** The shapes an address may name an account's form in; which they are is proved where addresses are parsed. */
const shapes: ((action: Action, id: string) => string)[] = [
  (action, id) => `${action}/${id}`,
  (action, id) => `${id}/${action}`,
  (action, id) => `any/${action}/${id}`,
  (action, id) => `details/${id}/${action}`,
  (action, id) => `players/${id}/${action}`,
  (action, id) => `players/details/${id}/${action}`,
]
const isTree = (level: Level) => childRoleOf(level) !== undefined || level === 'player'

const tree = ownTree()

describe.each(backOfficeRoles)('%s', role => {
  const visitor = visitorAs(role, { tree, keepsPage: true })

  /** Goes to an address without loading the page anew. */
  async function show(path: string, title: string): Promise<void> {
    const { page } = visitor
    // Another screen between two with the same title, so that the second cannot be taken for the first.
    if ((await heading(page, title).count()) > 0) {
      await goInside(page, `/${role}/profile`)
      await heading(page, 'Profile').waitFor()
    }
    await goInside(page, `/${role}/${path}`)
    await heading(page, title).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${role}/${path}`)
  }
  /** Titles of the columns of the table on screen. */
  async function columns(): Promise<string[]> {
    await visitor.page.getByRole('columnheader').first().waitFor()
    const titles = await visitor.page.getByRole('columnheader').allTextContents()
    return titles.map(title => title.trim()).filter(Boolean)
  }
  const addButtons = async () => {
    const names = await visitor.page.getByRole('main').getByRole('button', { name: /^Add / }).allTextContents()
    return names.map(name => name.trim())
  }

  it.each(levelsOf[role])('opens the list and the forms of %s', async level => {
    await visitor.open('profile', 'Profile')
    const texts = levelTexts[level]
    const { _id: id, username } = visitor.branch[level]
    await show(level, texts.list)
    expect(await columns()).toEqual(texts.columns)
    expect(await addButtons()).toEqual(texts.add ? [texts.add.button] : [])
    const row = await findRow(visitor.page, username)
    expect(await actionsOf(visitor.page, row, username)).toEqual(texts.rowActions)

    const forms = { edit: texts.edit, credittransfer: texts.transfer, creditadjust: texts.adjust }
    const own = isTree(level) ? shapes : shapes.slice(0, 4)
    const first = levelsOf[role].indexOf(level)
    for (const [index, [action, title]] of Object.entries(forms).entries()) {
      const shape = own[(first * 3 + index) % own.length]
      await show(`${level}/${shape?.(action as Action, id)}`, title)
    }
    if (texts.add) await show(`${level}/create`, texts.add.title)
  })

  it.each(levelsOf[role].filter(level => childRoleOf(level) !== undefined))(
    'opens the details of %s and what stands below',
    async level => {
      await visitor.open('profile', 'Profile')
      const { _id: id, username } = visitor.branch[level]
      const child = childRoleOf(level) as Level
      const below = levelTexts[child]
      await show(`${level}/players/details/${id}`, username)
      await visitor.page.getByRole('button', { name: below.add?.below, exact: true }).waitFor()
      expect(await columns()).toEqual(below.columns)
      await show(`${level}/details/${id}/create`, below.add?.title ?? '')
      const childId = visitor.branch[child]._id
      await show(`${level}/details/${id}/edit/${childId}`, below.edit)
      await show(`${level}/details/${id}/credittransfer/${childId}`, below.transfer)
      await show(`${level}/players/details/${id}/creditadjust/${childId}`, below.adjust)
    },
  )

  it('opens a deep address that is typed, and says so when the account is not there', async () => {
    const [level] = levelsOf[role]
    if (!level) return
    const { page } = visitor
    await page.goto(`${url}/${role}/${level}/players/details/${visitor.branch[level]._id}/creditadjust`)
    await heading(page, levelTexts[level].adjust).waitFor()
    const above = parentRoleOf(level)
    const stranger = above === 'superadmin' ? visitor.superadmin.user._id : visitor.branch[above as 'admin']._id
    for (const shape of [`players/details/${stranger}x`, 'edit/01a1fe77-0000-7000-8000-000000000000']) {
      await page.goto(`${url}/${role}/${level}/${shape}`)
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
      await heading(page, levelTexts[level].list).waitFor()
    }
    await goInside(page, `/${role}/${level}/x/y/edit`)
    await page.waitForURL(`${url}/${role}/dashboard`)
  })
})
