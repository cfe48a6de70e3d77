import type { OnlinePlayer } from '@cascade/contracts/reports'
import { Button, PageHeader, StatusBadge } from '@cascade/ui-kit'
import { type Column, DataTable } from '@cascade/ui-kit/data'
import { Segmented } from '@cascade/ui-kit/forms'
import { useAddress, useListState } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { onlinePlayersSource } from './calls'

export default function OnlinePlayerListPage() {
  const text = texts.useText()
  const list = useListState({ filters: { status: '' }, takesAsOf: true })
  useFreshPlayers()
  const address = useAddress()
  const navigate = useNavigate()
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
        onPaper={() => ({ facts: [[text('isOnline'), list.filters.status && text(list.filters.status as 'online')]] })}
        empty={text('noPlayers')}
        emptyAction={<Button onClick={() => void navigate(address(paths.createPlayer))}>{text('addPlayer')}</Button>}
      />
    </>
  )
}

const { text } = texts

/** Columns of the specification; play, win and claim are today's. */
export const onlinePlayerColumns: readonly Column<OnlinePlayer>[] = [
  { key: 'username', title: text('userName'), value: row => row.username, sortable: true },
  { key: 'points', title: text('points'), value: row => row.points, kind: 'points' },
  { key: 'playPoints', title: text('play'), value: row => row.playPoints, kind: 'points' },
  { key: 'winPoints', title: text('win'), value: row => row.winPoints, kind: 'points' },
  { key: 'claimPoints', title: text('claim'), value: row => row.claimPoints, kind: 'points' },
  { key: 'endPoints', title: text('end'), value: row => row.endPoints, kind: 'points' },
  {
    key: 'isOnline',
    title: text('isOnline'),
    value: row => text(row.isOnline ? 'online' : 'offline'),
    render: ({ isOnline }) => (
      <StatusBadge tone={isOnline ? 'success' : 'neutral'}>{text(isOnline ? 'online' : 'offline')}</StatusBadge>
    ),
  },
  { key: 'lastLogin', title: text('lastLogin'), value: row => row.lastLogin, kind: 'dateTime' },
]

const refreshIntervalMs = 5_000

/** Refetches the visible players periodically, unless the page is hidden. */
export function useFreshPlayers(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return
      void queryClient.invalidateQueries({ queryKey: onlinePlayersSource().key, refetchType: 'active' })
    }, refreshIntervalMs)
    return () => clearInterval(timer)
  }, [queryClient])
}
