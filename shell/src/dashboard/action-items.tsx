import './action-items.css'
import { roleLabels } from '@cascade/contracts'
import type { ActionItem, Dashboard } from '@cascade/contracts/reports'
import { Card, formatAge, formatCount, formatPoints, RightIcon } from '@cascade/ui-kit'
import { serverNow, useActor } from '@cascade/web-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'

/** Action items for the operator, most urgent first; each links to the list of what it counts. */
export function ActionItems({ hands = [], exposure, suspended }: Pick<Dashboard, 'hands' | 'exposure' | 'suspended'>) {
  const text = shellTexts.useText()
  return (
    <Card className="shell-hands" title={text('hands')}>
      {hands.length === 0 && exposure !== null && <p className="shell-hands-none">{text('noHands')}</p>}
      {hands.length > 0 && (
        <ul>
          {hands.map(hand => (
            <li key={`${hand.kind} ${hand.role ?? ''}`}>
              <ActionItemLink hand={hand} isPart={hand.kind === 'suspended' && !suspended.isWhole} />
            </li>
          ))}
        </ul>
      )}
      {exposure === null && <p className="shell-card-note">{text('liveUnknown')}</p>}
    </Card>
  )
}

/** @param isPart there are more than were counted */
function ActionItemLink({ hand, isPart }: { hand: ActionItem; isPart: boolean }) {
  const { kind, count, oldest, role, points } = hand
  const text = shellTexts.useText()
  const { role: own } = useActor()
  const label = role ? text('suspendedOf', { role: roleLabels[role] }) : text(kind)
  return (
    <Link className="shell-hand" data-kind={kind} to={`/${own}/${buildListPath(hand)}`}>
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

function buildListPath({ kind, role }: ActionItem): string {
  switch (kind) {
    case 'lateDraws':
    case 'stops':
      return 'game'
    case 'suspended':
      return `${role}?status=deactive&balanceFrom=0.01`
    case 'complaints':
      return 'contactus?status=Pending'
    case 'refusedLogins':
      return 'logactivities?result=refused&q=LOGIN'
  }
}
