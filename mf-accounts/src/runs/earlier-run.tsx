import type { Run } from '@cascade/contracts/accounts'
import { formatCount } from '@cascade/ui-kit'
import { AttemptNote } from '@cascade/ui-kit/forms'
import { useAddress, useEarlierAttempt } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { paths } from '../paths'
import { type AccountScope, useRefreshAccounts } from '../shared/calls'
import { texts } from '../texts'
import { runAttempts, runObject } from './calls'
import { runsTexts } from './texts'

/** Note about an earlier start whose outcome is unknown. */
export function EarlierRun({ operation, scope }: { operation: Run['operation']; scope: AccountScope }) {
  const text = texts.useText()
  const runText = runsTexts.useText()
  const address = useAddress()
  const earlier = useEarlierAttempt(runAttempts, runObject({ operation, scope }), useRefreshAccounts())
  const what = runText(`runDo_${operation}`, { count: formatCount(earlier.attempt?.fields.count ?? 0) })
  return (
    <>
      <AttemptNote
        earlier={earlier}
        unanswered={runText('runUnanswered', { what })}
        booked={runText('runStartedBefore', { what })}
        notBooked={runText('runNotStarted', { what })}
      />
      {earlier.state === 'booked' && <Link to={address(paths.runs)}>{text('runs')}</Link>}
    </>
  )
}
