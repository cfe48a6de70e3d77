import { authTexts, missingFieldTexts, runTexts } from '@cascade/contracts/accounts'
import { liveTexts } from '@cascade/contracts/live'
import { clearTexts } from '@cascade/contracts/reports'

/** Excluded calls, which would disturb the run itself. */
export const excludedCalls: readonly { id: string; why: string }[] = [
  { id: 'gateway.session.end', why: 'ends the calling session' },
  { id: 'accounts.session.end', why: 'may end the calling session' },
  { id: 'accounts.password.change', why: 'changes the password that the roles sign in with' },
  { id: 'accounts.maintenance.change', why: 'rejects the changes of other callers' },
]

type Rejection = { operation?: string; message?: string; why: string }

/** Rejections that the schema cannot express: they depend on other fields or on stored data. */
export const explainedRejections: readonly Rejection[] = [
  { message: clearTexts.dates, why: 'a range needs both days' },
  { message: 'The end lies before the start.', why: 'depends on two fields' },
  { message: runTexts.target, why: 'one of two fields' },
  { message: liveTexts.stopNeedsTarget, why: 'one of three fields' },
  { message: 'At least one letter or digit is needed', why: 'covers the letters of every script' },
  { message: 'There is no such row.', why: 'the row no longer exists' },
  {
    message: 'Branches of a past moment are not kept: choose another order.',
    why: 'depends on the order and the moment',
  },
  { message: authTexts.commonPassword, why: 'depends on a list of thousands of passwords' },
  { message: missingFieldTexts.refId, why: 'optional for the parent only' },
  { operation: 'live.bet.create', why: 'valid bets and amounts depend on the game' },
  { message: liveTexts.resultInvalid, why: 'valid options depend on the game' },
  { message: 'This game does not exist.', why: 'depends on the stored games' },
  { operation: 'games.game.create', why: 'pictures depend on label and digits, times on stored data' },
  { operation: 'games.game.update', why: 'digits, times and pictures depend on the stored game' },
  { operation: 'games.description.update', why: 'parts of a description depend on each other' },
  { operation: 'games.percentage.update', message: 'Named twice', why: 'depends on two items of a list' },
]
