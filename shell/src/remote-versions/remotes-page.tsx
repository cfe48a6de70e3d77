import './remotes-page.css'
import { type RemoteState, type RemoteVersion, remotesApi } from '@cascade/contracts/gateway'
import { Button, Card, formatCount, PageHeader, StateSwitch, StatusBadge, useConfirm, useToasts } from '@cascade/ui-kit'
import { messageOf, readQuery, useCallFilter, useChange } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useShellScreen } from '../vitals/screen-log'
import { remoteTexts } from './texts'

/** Versions of all remotes; those of other teams are accepted here, and rolled back. */
export default function RemotesPage() {
  const text = remoteTexts.useText()
  useShellScreen('remotes')
  const query = useQuery(readQuery(remotesApi.list))
  return (
    <div className="shell-remotes">
      <PageHeader title={text('remotes')} note={text('remotesNote')} />
      <StateSwitch query={query}>
        {remotes => (
          <>
            {remotes.every(({ isOwn }) => isOwn) && <p>{text('noOthers')}</p>}
            {remotes.map(remote => (
              <RemoteCard key={remote._id} remote={remote} />
            ))}
          </>
        )}
      </StateSwitch>
    </div>
  )
}

function RemoteCard({ remote }: { remote: RemoteState }) {
  const text = remoteTexts.useText()
  const toasts = useToasts()
  const confirm = useConfirm()
  const refresh = { refresh: [remotesApi.list], alsoOnError: true }
  const accepting = useChange(remotesApi.accept, refresh)
  const rollingBack = useChange(remotesApi.rollBack, refresh)
  const { _id: id, title, isOwn, accepted, previous, newest, fault } = remote
  const mayCall = useCallFilter()
  const busy = accepting.isPending || rollingBack.isPending

  const change = async (kind: 'accept' | 'rollBack', version: string) => {
    const confirmLabel = text(kind, { version })
    const note = text(`${kind}Text`, { title, version })
    if (!(await confirm({ title: confirmLabel, text: note, confirmLabel, destructive: true }))) return
    try {
      const params = { id }
      if (kind === 'accept') await accepting.mutateAsync({ params, body: { version } })
      else await rollingBack.mutateAsync({ params })
      toasts.success(text('changed', { title, version }))
    } catch (error) {
      toasts.error(messageOf(error, text('changeFailed')))
    }
  }
  const button = (kind: 'accept' | 'rollBack', version: string) =>
    mayCall(remotesApi[kind]) && (
      <Button
        type={kind === 'accept' ? 'primary' : 'default'}
        disabled={busy}
        onClick={() => void change(kind, version)}
      >
        {text(kind, { version })}
      </Button>
    )
  const state = isOwn ? 'own' : accepted ? 'accepted' : 'waiting'
  return (
    <Card
      title={title}
      extra={<StatusBadge tone={state === 'waiting' ? 'warning' : 'neutral'}>{text(`state_${state}`)}</StatusBadge>}
    >
      {fault && <p role="alert">{fault}</p>}
      <ul className="shell-remote">
        {newest && (
          <Version version={newest} label={text('newest')}>
            {button('accept', newest.version)}
          </Version>
        )}
        {accepted && <Version version={accepted} label={text('inForce')} />}
        {previous && (
          <Version version={previous} label={text('previous')}>
            {previous.version !== newest?.version && button('rollBack', previous.version)}
          </Version>
        )}
      </ul>
    </Card>
  )
}

function Version(props: { version: RemoteVersion; label: string; children?: React.ReactNode }) {
  const text = remoteTexts.useText()
  const { version, misfits, loads, failures } = props.version
  return (
    <li>
      <div>
        <strong translate="no">{version}</strong> · {props.label}
        <p>{text('lastHour', { loads: formatCount(loads), failures: formatCount(failures) })}</p>
        {misfits.map(misfit => (
          <p key={misfit}>{misfit}</p>
        ))}
      </div>
      {props.children}
    </li>
  )
}
