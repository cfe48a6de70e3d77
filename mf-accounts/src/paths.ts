import type { ListLocation, ListParams } from '@cascade/web-kit'
import { useLocation } from 'react-router-dom'
import type { LevelRole } from './levels'
import type { AccountScope } from './shared/calls'

/**
 * Routes that this remote links to, relative to `/{role}/`, as in the specification; `:level` is the base of an account
 * level. `parseRoute` accepts more shapes.
 */
export const paths = {
  list: ':level',
  create: ':level/create',
  bulkCreate: ':level/bulkcreate',
  edit: ':level/edit/:id',
  credit: ':level/:action/:id',
  details: ':level/players/details/:id',
  statement: ':level/statement/:id',
  /** For rows of a details page; `level` is the row's own. */
  childEdit: ':level/players/:id/edit',
  childCredit: ':level/players/details/:id/:action',
  createBelow: ':level/players/details/:id/create',
  bulkCreateBelow: ':level/players/details/:id/bulkcreate',
  tree: 'tree',
  /** Pages of mf-live and mf-reports. */
  draw: 'game/draw/:drawId',
  bets: 'gamehistory',
  transactions: 'transactionreport',
  transfer: 'transfer/:transferId',
  runs: 'runs',
  run: 'runs/:runId',
  approvals: 'approvals',
  /** Current account of an account with its parent. */
  cash: 'cash/:userId',
  settlements: 'settlements',
  announcements: 'announcements',
  profile: 'profile',
  editProfile: 'profile/edit',
  security: 'profile/security',
} as const

/** Path segments that name a screen; the first one in a path decides. */
const actions = ['create', 'bulkcreate', 'edit', 'credittransfer', 'creditadjust', 'statement', 'details'] as const
type Action = (typeof actions)[number]
export type AccountView = Exclude<Action, 'create' | 'bulkcreate'>

/** A parsed path below a level's base. */
export type LevelRoute =
  | { view: 'list' }
  /** `parentId`: parent, whose level is the base's; `referenceId`: preselected parent in the form. */
  | { view: 'create' | 'bulkcreate'; parentId?: string; referenceId?: string }
  /** `level` of the account: the base's, its child level, or known only from the account itself. */
  | { view: AccountView; id: string; level: 'base' | 'child' | 'any'; parentId?: string }

export const isCredit = ({ view }: LevelRoute): boolean => view === 'credittransfer' || view === 'creditadjust'

const isAction = (word: string | undefined): word is Action =>
  (actions as readonly (string | undefined)[]).includes(word)
const isCreate = (action: Action): action is 'create' | 'bulkcreate' => action === 'create' || action === 'bulkcreate'

/**
 * Parses the path after `base`: empty, `{action}`, `{action}/{any}`, `{any}/{action}`, `{any}/{action}/{id}`,
 * `details/{any}`, `details/{any}/{action}` and `details/{any}/{action}/{id}`, each also below `players`.
 * @returns undefined for any other path
 */
export function parseLevelRoute(rest: string): LevelRoute | undefined {
  const words = rest.split('/').filter(Boolean)
  if (words[0] === 'players') words.shift()
  if (words.length === 0) return { view: 'list' }

  const at = words.findIndex(isAction)
  const action = words[at]
  if (at > 1 || !isAction(action)) return undefined
  const before = words.slice(0, at)
  const after = words.slice(at + 1)
  if (action === 'details' && before.length === 0 && after.length > 1) return parseBelowDetails(after)
  if (after.length > 1) return undefined

  const id = after[0] ?? before[0]
  if (isCreate(action)) return createRoute(action, before[0], after[0])
  return id === undefined ? undefined : { view: action, id, level: 'base' }
}

function createRoute(view: 'create' | 'bulkcreate', parentId?: string, referenceId?: string): LevelRoute {
  if (parentId !== undefined) return { view, parentId }
  return referenceId === undefined ? { view } : { view, referenceId }
}

/** After `details/`: one id is the account itself; with a second id, the first is the parent. */
function parseBelowDetails([account, action, id, ...more]: string[]): LevelRoute | undefined {
  if (account === undefined || !isAction(action) || more.length > 0) return undefined
  if (isCreate(action)) return { view: action, parentId: account }
  if (id === undefined) return { view: action, id: account, level: 'any' }
  return { view: action, id, level: 'child', parentId: account }
}

/** The page below a drawer. */
export type Background = { level: LevelRole; route: LevelRoute }
/** History state of a page opened as a drawer. */
export type DrawerState = { background: Background }

/** The page below the current drawer, and the address of its list. */
export function useBackground(): Partial<DrawerState & { from: ListLocation }> {
  // Set by links; the browser keeps it with the history entry.
  return (useLocation().state as Partial<DrawerState & { from: ListLocation }> | null) ?? {}
}

/** History state of an account opened from a list: the list, and the neighbour button that led to it. */
export type ListedState = { listed: { scope: AccountScope; params: ListParams }; walked?: 'previous' | 'next' }
