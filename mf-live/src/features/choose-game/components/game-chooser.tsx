import './game-chooser.css'
import { EmptyState, LiveIcon } from '@cascade/ui-kit'
import { Input } from '@cascade/ui-kit/data'
import { useAddress } from '@cascade/web-kit'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../paths'
import { texts } from '../../../texts'
import { type LivePair, pairsByAdmin } from '../pairs-by-admin'

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
