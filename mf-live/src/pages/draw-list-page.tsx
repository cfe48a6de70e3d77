import { Button, LiveIcon, PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import { useAddress, useListState } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import { livePairsQuery } from '../features/choose-game/api/live-pairs-query'
import { drawsSource } from '../features/draws/api/draws-source'
import { drawColumns } from '../features/draws/components/draw-columns'
import { paths } from '../paths'
import { texts } from '../texts'

export default function DrawListPage() {
  const text = texts.useText()
  const { gameId = '', adminId = '' } = useParams()
  const address = useAddress()
  const navigate = useNavigate()
  const list = useListState({ filters: { day: '' } })
  const { data: pairs } = useQuery(livePairsQuery())
  const pair = pairs?.find(each => each.adminId === adminId && each.gameId === gameId)
  const live = pair && address(paths.live, { first: gameId, second: adminId, username: pair.username })
  return (
    <>
      <PageHeader
        title={pairs ? text('drawsOf', { game: pair?.gameName ?? gameId }) : text('draws')}
        note={text('drawsNote')}
        actions={
          live && (
            <Button icon={<LiveIcon />} onClick={() => void navigate(live)}>
              {text('backToLive')}
            </Button>
          )
        }
      />
      <DataTable
        id="live.draws"
        columns={drawColumns}
        rowKey={row => row.drawId}
        source={drawsSource({ adminId, gameId })}
        list={list}
        search={false}
        filters={
          <DayPicker
            aria-label={text('day')}
            placeholder={text('today')}
            value={list.filters.day}
            onChange={day => list.setFilter('day', day)}
          />
        }
        empty={text('noDraws')}
      />
    </>
  )
}
