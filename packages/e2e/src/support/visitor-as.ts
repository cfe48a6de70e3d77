import type { BackOfficeRole } from '@cascade/contracts'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { goInside } from './accounts-screen'
import type { Session } from './api'
import { explainFailure, type OpenVisit, openVisit } from './browser/browser'
import { forgetMessages } from './messages'
import { api, newSuperadmin, url } from './suite'
import { type Branch, createBranch, fund } from './world'

export type Tree = {
  /** The superadmin at the top. */
  readonly superadmin: Session
  /** One account of every level below it. */
  readonly branch: Branch
}
export type Visitor = Tree & {
  /** Who visits. */
  readonly user: Session
  /** The page of this test. */
  readonly page: Page
  readonly faults: string[]
  /**
   * Opens an address below the visitor's area, e.g. `player/create`, and waits for its title. A kept page that shows
   * the area already goes there without loading anything anew.
   */
  open(path: string, title?: string | RegExp): Promise<Page>
}

type Options = {
  /** Points that the visitor's account gets. */
  fund?: number
  /** In a tree that is there already, else in one of its own. */
  tree?: Tree
  /** One page for all these tests, where loading it is not what they test. After a test that failed comes a new one. */
  keepsPage?: boolean
}

/** A tree for all visitors of a file, none of whom changes what another looks at. */
export function ownTree(): Tree {
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
 * A tree of its own for the tests of a file or a `describe`, and for each test a fresh browser profile in which the
 * account of this level is signed in.
 */
export function visitorAs(role: BackOfficeRole, options: Options = {}): Visitor {
  const { fund: points, tree = ownTree(), keepsPage = false } = options
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
      if (task.result?.state === 'fail' || !keepsPage) await leave()
    })
  })
  afterAll(leave)

  async function leave() {
    const visit = current
    current = undefined
    await visit?.leave()
  }
  const page = () => {
    if (!current) throw new Error('There is a page in a test only.')
    return current.page
  }
  const titleOf = (name: string | RegExp) => page().getByRole('heading', { level: 1, name, exact: true })

  /** Another screen comes in between, so that none is taken for an earlier one with the same title. */
  async function go(path: string) {
    const area = `${url}/${role}/`
    if (!page().url().startsWith(area)) return page().goto(`${area}${path}`)
    await goInside(page(), `/${role}/profile`)
    await titleOf('Profile').waitFor()
    await goInside(page(), `/${role}/${path}`)
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
      if (keepsPage) await go(path)
      else await page().goto(`${url}/${role}/${path}`)
      if (title !== undefined) await titleOf(title).waitFor()
      return page()
    },
  }
}
