import './board.css'
import type { AnswerOf } from '@cascade/contracts'
import { gameTexts } from '@cascade/contracts/games'
import type { liveApi } from '@cascade/contracts/live'
import { Button, EmptyState, GameIcon, LiveIcon, PageHeader, StateSwitch } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { texts } from '../texts'
import { livePairsQuery } from './calls'

export default function GameListPage() {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
  const query = useQuery(livePairsQuery())
  const wall = (
    <Button icon={<GameIcon />} onClick={() => void navigate(address(paths.wall))}>
      {text('openWall')}
    </Button>
  )
  return (
    <>
      <PageHeader title={text('liveResult')} note={text('chooseNote')} actions={wall} />
      <StateSwitch query={query} isEmpty={pairs => pairs.length === 0} empty={<EmptyState title={gameTexts.none} />}>
        {pairs => <GameChooser pairs={pairs} />}
      </StateSwitch>
    </>
  )
}

/** All live screens that the user may open, by admin. */
export function GameChooser({ pairs }: { pairs: readonly LivePair[] }) {
  const text = texts.useText()
  const [typed, setTyped] = useState('')
  const admins = pairsByAdmin(pairs, typed)
  return (
    <>
      <Input
        type="search"
        allowClear
        className="live-choose-search"
        value={typed}
        placeholder={text('findGame')}
        aria-label={text('findGame')}
        onChange={event => setTyped(event.target.value)}
      />
      {admins.length === 0 && <EmptyState title={text('noneFound')} />}
      {admins.map(({ adminId, username, games }) => (
        <section key={adminId} className="live-choose-admin">
          <h2>{username}</h2>
          <ul>
            {games.map(game => (
              <li key={game.gameId}>
                <GameLink game={game} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function GameLink({ game: { adminId, username, gameId, gameName } }: { game: LivePair }) {
  const address = useAddress()
  return (
    <Link className="live-choose-game" to={address(paths.live, { first: gameId, second: adminId, username })}>
      <LiveIcon />
      <b>{gameName}</b>
      <small>{gameId}</small>
    </Link>
  )
}

export type LivePair = AnswerOf<typeof liveApi.games>['data'][number]
export type AdminGames = { adminId: string; username: string; games: LivePair[] }

/** The pairs whose game or admin contains what was typed, gathered by admin in the order of the list. */
export function pairsByAdmin(pairs: readonly LivePair[], typed = ''): AdminGames[] {
  const wanted = typed.trim().toLowerCase()
  const admins = new Map<string, AdminGames>()
  for (const pair of pairs) {
    const { adminId, username, gameId, gameName } = pair
    if (!`${username} ${gameName} ${gameId}`.toLowerCase().includes(wanted)) continue
    const admin = admins.get(adminId) ?? { adminId, username, games: [] }
    admin.games.push(pair)
    admins.set(adminId, admin)
  }
  return [...admins.values()]
}
