import type { ListPlace } from '@cascade/web-kit'
import { useLocation } from 'react-router-dom'
import type { LevelRole } from './levels'

/**
 * Every address that this remote writes, relative to `/{role}/`, in the shapes of the specification; `:level` is the
 * base of an account level. What is read below a level is wider: `routing/parse-place.ts`.
 */
export const paths = {
  list: ':level',
  create: ':level/create',
  bulkCreate: ':level/bulkcreate',
  edit: ':level/edit/:id',
  credit: ':level/:action/:id',
  details: ':level/players/details/:id',
  statement: ':level/statement/:id',
  /** Rows of a details page; `level` is the row's own. */
  childEdit: ':level/players/:id/edit',
  childCredit: ':level/players/details/:id/:action',
  /** `level` and `id` are the parent's. */
  createBelow: ':level/players/details/:id/create',
  bulkCreateBelow: ':level/players/details/:id/bulkcreate',
  tree: 'tree',
  /** Where mf-live shows a draw, and mf-reports tickets and transactions. */
  draw: 'game/draw/:drawId',
  bets: 'gamehistory',
  transactions: 'transactionreport',
  runs: 'runs',
  run: 'runs/:runId',
  profile: 'profile',
  editProfile: 'profile/edit',
} as const

/** Words that name a screen; the first of them in an address decides. */
const actions = ['create', 'bulkcreate', 'edit', 'credittransfer', 'creditadjust', 'statement', 'details'] as const
type Action = (typeof actions)[number]
export type AccountAction = Exclude<Action, 'create' | 'bulkcreate'>

/** What an address below a level's base shows. */
export type Place =
  | { view: 'list' }
  /** `parentId`: below that account, whose level is the base's; `referenceId`: only chosen beforehand in the form. */
  | { view: 'create' | 'bulkcreate'; parentId?: string; referenceId?: string }
  /** `level` tells whose level the account has: the base's, the one below it, or only the account itself can say. */
  | { view: AccountAction; id: string; level: 'base' | 'child' | 'any'; parentId?: string }

export const isCredit = ({ view }: Place): boolean => view === 'credittransfer' || view === 'creditadjust'

const isAction = (word: string | undefined): word is Action =>
  (actions as readonly (string | undefined)[]).includes(word)
const isCreate = (action: Action): action is 'create' | 'bulkcreate' => action === 'create' || action === 'bulkcreate'

/**
 * Reads the part of an address after its base: `base`, `base/{action}`, `base/{action}/{any}`, `base/{any}/{action}`,
 * `base/{any}/{action}/{id}`, `base/details/{any}`, `base/details/{any}/{action}` and
 * `base/details/{any}/{action}/{id}`, each also below `base/players`.
 * @returns undefined for an address of no shape
 */
export function parsePlace(rest: string): Place | undefined {
  const words = rest.split('/').filter(Boolean)
  if (words[0] === 'players') words.shift()
  if (words.length === 0) return { view: 'list' }

  const at = words.findIndex(isAction)
  const action = words[at]
  if (at > 1 || !isAction(action)) return undefined
  const before = words.slice(0, at)
  const after = words.slice(at + 1)
  if (action === 'details' && before.length === 0 && after.length > 1) return belowDetails(after)
  if (after.length > 1) return undefined

  const id = after[0] ?? before[0]
  if (isCreate(action)) return createPlace(action, before[0], after[0])
  return id === undefined ? undefined : { view: action, id, level: 'base' }
}

function createPlace(view: 'create' | 'bulkcreate', parentId?: string, referenceId?: string): Place {
  if (parentId !== undefined) return { view, parentId }
  return referenceId === undefined ? { view } : { view, referenceId }
}

/** After `details/`: an account alone is acted on itself; with a further id it is the parent of that one. */
function belowDetails([account, action, id, ...more]: string[]): Place | undefined {
  if (account === undefined || !isAction(action) || more.length > 0) return undefined
  if (isCreate(action)) return { view: action, parentId: account }
  if (id === undefined) return { view: action, id: account, level: 'any' }
  return { view: action, id, level: 'child', parentId: account }
}

/** The place that stays in view below what was opened from it. */
export type Under = { level: LevelRole; place: Place }
/** What the history remembers of an address that was opened over another one. */
export type OverState = { under: Under }

/** What lies below the present page, and the address of the list there. */
export function useUnder(): Partial<OverState & { from: ListPlace }> {
  // Written by links that carry an `OverState`; the browser keeps it with the entry of the history.
  return (useLocation().state as Partial<OverState & { from: ListPlace }> | null) ?? {}
}
