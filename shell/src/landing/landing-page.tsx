import './landing-page.css'
import { gameCodes } from '@cascade/contracts/games'
import { GamePicture } from '@cascade/game-pictures'
import { ConservationIcon } from '@cascade/ui-kit'
import { Link } from 'react-router-dom'
import { PublicFrame } from '../layout/public-frame'
import { FallingWater } from '../login/auth-frame'
import { useShellScreen } from '../vitals/screen-log'

/** Public page. By specification, games and winners are samples; the server is not called. */
export default function LandingPage() {
  useShellScreen('landing')
  return (
    <PublicFrame>
      <section className="shell-landing-hero">
        <FallingWater />
        <h1>Every draw on the clock.</h1>
        <p>Thirteen games, one wallet, and figures that always add up.</p>
        <Link to="/public/verify">
          <ConservationIcon /> Check a draw
        </Link>
      </section>
      <section className="shell-landing-part">
        <h2>Games</h2>
        <ul className="shell-landing-games">
          {sampleGames.map(game => (
            <li key={game.name}>
              <GamePicture gameId={game.gameId} size={56} />
              <strong>{game.name}</strong>
              <span>{game.rhythm}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="shell-landing-part">
        <h2>Winners</h2>
        <ul className="shell-landing-winners">
          {sampleWinners.map(winner => (
            <li key={winner.name}>
              <GamePicture gameId={winner.gameId} size={32} />
              <b>{winner.name}</b>
              <span>{winner.game}</span>
              <strong className="kit-tabular">{winner.points}</strong>
            </li>
          ))}
        </ul>
      </section>
    </PublicFrame>
  )
}

const sampleGames = [
  { gameId: gameCodes.lucky12, name: 'Lucky 12', rhythm: 'every 3 minutes' },
  { gameId: gameCodes.lucky16, name: 'Lucky 16', rhythm: 'every 3 minutes' },
  { gameId: gameCodes.tripleChance, name: 'Triple Chance', rhythm: 'every 2 minutes' },
  { gameId: gameCodes.roulette, name: 'Roulette', rhythm: 'every minute' },
  { gameId: gameCodes.dusKaDum, name: 'DusKaDum', rhythm: 'every 3 minutes' },
  { gameId: gameCodes.lucky10, name: 'Lucky 10', rhythm: 'every minute' },
] as const

const sampleWinners = [
  { gameId: gameCodes.tripleChance, name: 'A. Mehta', game: 'Triple Chance', points: '45,000.00' },
  { gameId: gameCodes.roulette, name: 'R. Silva', game: 'Roulette', points: '12,600.00' },
  { gameId: gameCodes.lucky12, name: 'J. Okoro', game: 'Lucky 12', points: '8,400.00' },
  { gameId: gameCodes.lucky16, name: 'S. Rao', game: 'Lucky 16', points: '7,000.00' },
] as const
