import type { BackOfficeRole } from '@cascade/contracts'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { navigateTo } from './accounts-screen'
import type { Session } from './api'
import { explainFailure, type OpenVisit, openVisit } from './browser/browser'
import { forgetMessages } from './messages'
import { api, newSuperadmin, url } from './suite'
import { type Branch, createBranch, fund } from './world'

export type Tree = {
  readonly superadmin: Session
  /** One account per level below the superadmin. */
  readonly branch: Branch
}
export type Visitor = Tree & {
  readonly user: Session
  readonly page: Page
  readonly faults: string[]
  /**
   * Opens a path below the visitor's area, for example `player/create`, and waits for its title. A shared page navigates
   * without a reload, to a screen with another title than the last one.
   */
  open(path: string, title?: string | RegExp): Promise<Page>
}

type Options = {
  fund?: number
  /** An existing tree; default: a new one. */
  tree?: Tree
  /** Share one page between the tests; replaced after a failed test. */
  sharesPage?: boolean
}

/** A tree shared by the visitors of a file, who must not change each other's data. */
export function createTree(): Tree {
  let superadmin: Session
  let branch: Branch
  beforeAll(async () => {
    superadmin = await newSuperadmin()
    branch = await createBranch(api, superadmin)
  })
  return {
    get superadmin() {
      return superadmin
    },
    get branch() {
      return branch
    },
  }
}

/**
 * A tree for the tests of a file or `describe`, and for each test a clean browser profile signed in as the account of
 * this level.
 */
export function visitorAs(role: BackOfficeRole, options: Options = {}): Visitor {
  const { fund: points, tree = createTree(), sharesPage = false } = options
  let user: Session
  let current: OpenVisit | undefined

  beforeAll(async () => {
    const { superadmin, branch } = tree
    if (points !== undefined && role !== 'superadmin') await fund(api, superadmin, role, branch[role]._id, points)
    user = role === 'superadmin' ? superadmin : await api.login(branch[role].username)
  })
  beforeEach(async () => {
    current ??= await openVisit({ session: user })
    const visit = current
    visit.faults.length = 0
    forgetMessages(visit.page)
    onTestFinished(async ({ task }) => {
      await explainFailure(task, visit)
      if (task.result?.state === 'fail' || !sharesPage) await leave()
    })
  })
  afterAll(leave)

  async function leave() {
    const visit = current
    current = undefined
    await visit?.leave()
  }
  const page = () => {
    if (!current) throw new Error('the page exists only during a test')
    return current.page
  }
  const titleOf = (name: string | RegExp) => page().getByRole('heading', { level: 1, name, exact: true })

  async function go(path: string) {
    const area = `${url}/${role}/`
    if (!page().url().startsWith(area)) return page().goto(`${area}${path}`)
    const heading = page().getByRole('heading', { level: 1 }).first()
    const before = await heading.innerText()
    await navigateTo(page(), `/${role}/${path}`)
    await expect.poll(() => heading.innerText()).not.toBe(before)
  }
  return {
    get superadmin() {
      return tree.superadmin
    },
    get branch() {
      return tree.branch
    },
    get user() {
      return user
    },
    get page() {
      return page()
    },
    get faults() {
      return current?.faults ?? []
    },
    async open(path, title) {
      if (sharesPage) await go(path)
      else await page().goto(`${url}/${role}/${path}`)
      if (title !== undefined) await titleOf(title).waitFor()
      return page()
    },
  }
}
