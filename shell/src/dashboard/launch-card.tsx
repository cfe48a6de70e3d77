import './launch-card.css'
import { type LaunchItem, launchApi } from '@cascade/contracts/gateway'
import { Button, Card, useToasts } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { messageOf, readQuery, useChange, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { launchTexts } from './launch-texts'

/** Pages below `/superadmin`; the other items are done by the operator of the servers. */
const pages: Partial<Record<LaunchItem, string>> = {
  secondFactor: 'profile/security',
  sessions: 'profile/security',
  strict: 'profile/security',
  creditLines: 'admin',
}

/** Open items before an installation in production goes live; each is done, or accepted with a reason. */
export function LaunchCard() {
  const text = launchTexts.useText()
  const { data: items = [] } = useQuery(readQuery(launchApi.list))
  if (items.length === 0) return null
  return (
    <Card title={text('title')}>
      <ul className="shell-launch">
        {items.map(item => (
          <Item key={item} item={item} />
        ))}
      </ul>
    </Card>
  )
}

function Item({ item }: { item: LaunchItem }) {
  const text = launchTexts.useText()
  const toasts = useToasts()
  const [reason, setReason] = useState<string>()
  const mayAccept = useMayCall(launchApi.accept)
  const accepting = useChange(launchApi.accept, { refresh: [launchApi.list] })
  const accept = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await accepting.mutateAsync({ params: { item }, body: { reason: reason ?? '' } })
    } catch (error) {
      toasts.error(messageOf(error, text('failed')))
    }
  }
  const page = pages[item]
  return (
    <li>
      <div>
        <strong>{text(`${item}_title`)}</strong>
        <p>{text(`${item}_why`)}</p>
      </div>
      {reason === undefined ? (
        <div className="shell-launch-actions">
          {page ? <Link to={`/superadmin/${page}`}>{text(`${item}_do`)}</Link> : <span>{text(`${item}_do`)}</span>}
          {mayAccept && (
            <Button
              type="text"
              onClick={() => setReason('')}
              aria-label={`${text('accept')}: ${text(`${item}_title`)}`}
            >
              {text('accept')}
            </Button>
          )}
        </div>
      ) : (
        <form className="shell-launch-actions" onSubmit={event => void accept(event)}>
          <Input
            autoFocus
            aria-label={text('reason')}
            placeholder={text('reason')}
            minLength={3}
            maxLength={200}
            required
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
          <Button htmlType="submit" loading={accepting.isPending}>
            {text('accept')}
          </Button>
        </form>
      )}
    </li>
  )
}
