import { accountTexts, authTexts, runTexts } from '@cascade/contracts/accounts'
import { liveTexts } from '@cascade/contracts/live'
import { clearTexts } from '@cascade/contracts/reports'

/** Excluded calls, which would end the session of the run itself. */
export const excludedCalls: readonly { id: string; why: string }[] = [
  { id: 'gateway.session.end', why: 'ends the session that asks' },
  { id: 'accounts.session.end', why: 'may end the session that asks' },
  { id: 'accounts.password.change', why: 'changes the password that the roles sign in with' },
]

type Refusal = { operation?: string; message?: string; why: string }

/** Rejections that the schema cannot express: they depend on other fields or on stored data. */
export const explainedRejections: readonly Refusal[] = [
  { message: clearTexts.dates, why: 'one day of a range without the other' },
  { message: 'The end lies before the start.', why: 'two fields' },
  { message: runTexts.target, why: 'one of two fields' },
  { message: liveTexts.stopNeedsTarget, why: 'one of three fields' },
  { message: 'At least one letter or digit is needed', why: 'letters of every script' },
  { message: 'There is no such row.', why: 'the row is not there any more' },
  { message: 'Branches of a past moment are not kept: choose another order.', why: 'an order beside a moment' },
  { message: authTexts.commonPassword, why: 'a list of some thousand passwords' },
  { message: accountTexts.refId, why: 'only whoever is the parent may leave it out' },
  { operation: 'live.bet.create', why: 'which bets there are, and of how many points, the game says' },
  { message: liveTexts.resultInvalid, why: 'which options there are, the game says' },
  { message: 'This game does not exist.', why: 'which games there are, is stored' },
  { operation: 'games.game.create', why: 'pictures go by label and digits, and which times there are is stored' },
  { operation: 'games.description.update', why: 'parts of a description must fit each other' },
  { operation: 'games.percentage.update', message: 'Named twice', why: 'two items of a list' },
]
