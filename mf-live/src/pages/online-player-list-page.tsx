import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { Segmented } from '@cascade/ui-kit/forms'
import { useListState } from '@cascade/web-kit'
import { onlinePlayersSource } from '../features/online-players/api/online-players-source'
import { onlinePlayerColumns } from '../features/online-players/components/online-player-columns'
import { useFreshPlayers } from '../features/online-players/use-fresh-players'
import { texts } from '../texts'

export default function OnlinePlayerListPage() {
  const text = texts.useText()
  const list = useListState({ filters: { status: '' }, takesAsOf: true })
  useFreshPlayers()
  return (
    <>
      <PageHeader title={text('onlinePlayers')} note={text('onlineNote')} />
      <DataTable
        id="live.onlineplayers"
        columns={onlinePlayerColumns}
        rowKey={row => row._id}
        source={onlinePlayersSource()}
        list={list}
        search={text('searchPlayers')}
        filters={
          <Segmented
            aria-label={text('isOnline')}
            value={list.filters.status}
            onChange={value => list.setFilter('status', value)}
            options={[
              { value: '', label: text('everybody') },
              { value: 'online', label: text('online') },
              { value: 'offline', label: text('offline') },
            ]}
          />
        }
        empty={text('noPlayers')}
      />
    </>
  )
}
