import './action-items.css'
import { roleLabels } from '@cascade/contracts'
import type { ActionItem, Dashboard } from '@cascade/contracts/reports'
import { Card, formatAge, formatCount, formatPoints, RightIcon } from '@cascade/ui-kit'
import { serverNow, useActor } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'
import { actionItemTexts } from './action-item-texts'

type Props = Pick<Dashboard, 'day' | 'hands' | 'exposure' | 'isWeekUnknown' | 'suspended'>

/** Action items for the operator, most urgent first; each links to the list of what it counts. */
export function ActionItems({ day = '', hands = [], exposure, isWeekUnknown, suspended }: Props) {
  const text = shellTexts.useText()
  const ownText = actionItemTexts.useText()
  const isComplete = exposure !== null && !isWeekUnknown
  return (
    <Card className="shell-hands" title={text('hands')}>
      {hands.length === 0 && isComplete && <p className="shell-hands-none">{text('noHands')}</p>}
      {hands.length > 0 && (
        <ul>
          {hands.map(hand => (
            <li key={`${hand.kind} ${hand.role ?? ''}`}>
              <ActionItemLink
                hand={hand}
                day={day}
                isPart={hand.isPart ?? (hand.kind === 'suspended' && !suspended.isWhole)}
              />
            </li>
          ))}
        </ul>
      )}
      {exposure === null && <p className="shell-card-note">{text('liveUnknown')}</p>}
      {isWeekUnknown && <p className="shell-card-note">{ownText('weekUnknown')}</p>}
    </Card>
  )
}

/** @param isPart there are more than were counted */
function ActionItemLink({ hand, day, isPart }: { hand: ActionItem; day: string; isPart: boolean }) {
  const { kind, count, oldest, points } = hand
  const text = shellTexts.useText()
  const { role: own } = useActor()
  const label = useLabel(hand)
  return (
    <Link className="shell-hand" data-kind={kind} to={`/${own}/${buildListPath(hand, day)}`}>
      <b className="shell-hand-count">{isPart ? text('atLeast', { count: formatCount(count) }) : formatCount(count)}</b>{' '}
      <span className="shell-hand-what">
        {label}
        <small>
          {[
            points !== undefined && text('handPoints', { points: formatPoints(points) }),
            oldest && text('oldest', { age: formatAge((serverNow() - Date.parse(oldest)) / 1000) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <RightIcon aria-hidden="true" />
    </Link>
  )
}

function useLabel({ kind, role }: ActionItem): string {
  const text = shellTexts.useText()
  const ownText = actionItemTexts.useText()
  if (kind === 'openPeriods' || kind === 'payments' || kind === 'cases' || kind === 'watch') return ownText(kind)
  const values = { role: role ? roleLabels[role] : '' }
  return kind === 'limits' ? ownText(kind, values) : role ? text('suspendedOf', values) : text(kind)
}

function buildListPath({ kind, role, period, userId }: ActionItem, day: string): string {
  switch (kind) {
    case 'lateDraws':
    case 'stops':
      return 'game'
    case 'suspended':
      return `${role}?status=deactive&balanceFrom=0.01`
    case 'limits':
      return userId ? `${role}/players/details/${userId}` : `${role}?limitDay=${day}`
    case 'openPeriods':
      return `settlements?period=${period}`
    case 'payments':
      return `settlements?period=${period}&state=closed`
    case 'complaints':
      return 'contactus?status=Pending'
    case 'cases':
      return 'cases?state=open'
    case 'watch':
      return 'watch?state=open'
    case 'refusedLogins':
      return 'logactivities?result=refused&q=LOGIN'
  }
}
