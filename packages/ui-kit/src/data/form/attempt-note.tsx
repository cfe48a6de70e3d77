import './form.css'
import type { EarlierAttempt } from '@cascade/web-kit'
import { Alert, Button } from 'antd'
import { commonTexts } from '../../i18n/texts'

type Props = {
  earlier: Omit<EarlierAttempt<unknown>, 'attempt'>
  unanswered: string
  booked: string
  notBooked: string
  /** The question about the same request as a moment ago, until it is answered. */
  repeat?: string | undefined
}

const spinnerDelayMs = 300

/** Outcome of an earlier attempt whose response was lost, until dismissed, and the question about a repeated request. */
export const AttemptNote = ({ repeat, ...earlier }: Props) => (
  <>
    <EarlierNote {...earlier} />
    {repeat && <Alert className="kit-attempt" type="warning" showIcon title={repeat} />}
  </>
)

function EarlierNote({ earlier, unanswered, booked, notBooked }: Omit<Props, 'repeat'>) {
  const text = commonTexts.useText()
  const { state, isChecking, check, dismiss } = earlier
  if (state === undefined) return null
  if (state === 'unanswered') {
    return (
      <Alert
        className="kit-attempt kit-attempt-open"
        type="warning"
        role="status"
        showIcon
        title={unanswered}
        action={
          <Button size="small" loading={isChecking && { delay: spinnerDelayMs }} onClick={check}>
            {text('checkAgain')}
          </Button>
        }
      />
    )
  }
  const isBooked = state === 'booked'
  return (
    <Alert
      className="kit-attempt"
      type={isBooked ? 'success' : 'info'}
      role="status"
      showIcon
      title={isBooked ? booked : notBooked}
      closable
      onClose={dismiss}
    />
  )
}
