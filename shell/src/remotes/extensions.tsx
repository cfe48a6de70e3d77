import { Button, commonTexts, loadOncePerAttempt, RemoteBoundary, Skeleton, useLoaded } from '@cascade/ui-kit'
import { type RegisteredRemote, type RemoteModule, useExtensionStore } from '@cascade/web-kit'
import type { ComponentType } from 'react'
import type { RemoteLoader } from './remote-loader'

type Entry = { id: string; order: number }
type Kind = 'cards' | 'actions'

/** Gives pages the cards and actions of all remotes. Each loads when it is rendered, and fails alone. */
export function provideExtensions(remotes: readonly RegisteredRemote[], loader: RemoteLoader): void {
  const collect = <E extends Entry>(kind: Kind, listOf: (remote: RegisteredRemote) => readonly E[] | undefined) =>
    remotes
      .filter(({ outdated }) => !outdated)
      .flatMap(remote =>
        (listOf(remote) ?? []).map(entry => ({
          ...entry,
          key: `${remote.id}.${entry.id}`,
          Component: createExtension(loader, remote, kind, entry.id),
        })),
      )
      .sort((a, b) => a.order - b.order)
  const cards = collect('cards', remote => remote.cards).map(card => ({ ...card, label: card.title }))
  useExtensionStore.setState({
    dashboard: cards.filter(({ place }) => place === 'dashboard'),
    account: cards.filter(({ place }) => place === 'account'),
    accountActions: collect('actions', remote => remote.actions),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the place of the extension determines its props
type AnyComponent = ComponentType<any>

function createExtension(loader: RemoteLoader, { id, title }: RegisteredRemote, kind: Kind, name: string) {
  const load = loadOncePerAttempt(async (attempt): Promise<AnyComponent> => {
    const module: RemoteModule = await loader.load(id, attempt)
    const loadPart = module[kind]?.[name]
    if (!loadPart) throw new Error(`${title} has no ${name} in its ${kind}.`)
    return (await loadPart()).default
  })
  const Content: AnyComponent = props => {
    const Loaded = useLoaded(load)
    return <Loaded {...props} />
  }
  const failureOf = (onDone: (() => void) | undefined) => (_error: unknown, retry: () => void) => (
    <p role="alert">
      {commonTexts.text('remoteFailedTitle', { title })}{' '}
      <Button size="small" onClick={retry}>
        {commonTexts.text('retry')}
      </Button>
      {onDone && (
        <Button size="small" type="text" onClick={onDone}>
          {commonTexts.text('cancel')}
        </Button>
      )}
    </p>
  )
  const loading = kind === 'cards' ? <Skeleton active /> : null
  const Extension: AnyComponent = props => (
    <RemoteBoundary fallback={failureOf(props.onDone)} loading={loading}>
      <Content {...props} />
    </RemoteBoundary>
  )
  return Extension
}
