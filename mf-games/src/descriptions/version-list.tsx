import './descriptions.css'
import { Card, formatActor, Moment } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../texts'
import { versionsQuery } from './calls'

export function VersionList({ id }: { id: string }) {
  const text = texts.useText()
  const { data } = useQuery(versionsQuery(id))
  if (!data) return null
  return (
    <Card title={text('versions')} className="games-versions-card">
      <ol className="games-versions">
        {data.map(({ version, by, at }) => (
          <li key={version}>
            <b>{text('version', { version })}</b>
            <span>{by ? formatActor(by) : text('fromTheStart')}</span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
