import type { BackOfficeRole } from '@cascade/contracts'
import type { Page } from 'playwright'
import { beforeAll, beforeEach } from 'vitest'
import type { Session } from './api'
import { type Visit, visit } from './browser'
import { api, newSuperadmin, url } from './suite'
import { type Branch, createBranch, fund } from './world'

export type Visitor = {
  /** The superadmin at the top of the visitor's own tree. */
  readonly superadmin: Session
  /** One account of every level below it. */
  readonly branch: Branch
  /** Who visits. */
  readonly user: Session
  /** The page of this test. */
  readonly page: Page
  readonly faults: string[]
  /** Opens an address below the visitor's area, e.g. `player/create`, and waits for its title. */
  open(path: string, title?: string | RegExp): Promise<Page>
}

type Options = { /** Points that the visitor's account gets. */ fund?: number }

/**
 * A tree of its own for the tests of a file or a `describe`, and for each test a fresh browser profile in which the
 * account of this level is signed in.
 */
export function visitorAs(role: BackOfficeRole, { fund: points }: Options = {}): Visitor {
  let superadmin: Session
  let branch: Branch
  let user: Session
  let current: Visit | undefined

  beforeAll(async () => {
    superadmin = await newSuperadmin()
    branch = await createBranch(api, superadmin)
    if (points !== undefined && role !== 'superadmin') await fund(api, superadmin, role, branch[role]._id, points)
    user = role === 'superadmin' ? superadmin : await api.login(branch[role].username)
  })
  beforeEach(async () => {
    current = await visit({ session: user })
  })

  const page = () => {
    if (!current) throw new Error('There is a page in a test only.')
    return current.page
  }
  return {
    get superadmin() {
      return superadmin
    },
    get branch() {
      return branch
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
      await page().goto(`${url}/${role}/${path}`)
      if (title !== undefined) await page().getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      return page()
    },
  }
}
