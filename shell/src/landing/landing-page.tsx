import './landing-page.css'
import { gameCodes } from '@cascade/contracts/games'
import { GamePicture } from '@cascade/game-pictures'
import { Brand, Button } from '@cascade/ui-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../texts'
import { useShellScreen } from '../vitals/shown-screens'

/** The public page: games and winners are samples by specification, nothing is asked of the server. */
export default function LandingPage() {
  const text = shellTexts.useText()
  useShellScreen('landing')
  return (
    <div className="shell-landing">
      <header>
        <Brand size={30} />
        <Link to="/auth/login">
          <Button type="primary">{text('logIn')}</Button>
        </Link>
      </header>
      <main>
        <section className="shell-landing-hero">
          <h1>Every draw on the clock.</h1>
          <p>Thirteen games, one wallet, and figures that always add up.</p>
        </section>
        <section>
          <h2>Games</h2>
          <ul className="shell-landing-games">
            {sampleGames.map(game => (
              <li key={game.name} style={{ '--hue': game.hue } as React.CSSProperties}>
                <GamePicture gameId={game.gameId} size={56} />
                <strong>{game.name}</strong>
                <span>{game.rhythm}</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Winners</h2>
          <ul className="shell-landing-winners">
            {sampleWinners.map(winner => (
              <li key={winner.name}>
                <b>{winner.name}</b>
                <span>{winner.game}</span>
                <span className="kit-tabular">{winner.points}</span>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer>© 2025 Cascade</footer>
    </div>
  )
}

/** Sample games; `hue` colours the card. */
const sampleGames = [
  { gameId: gameCodes.lucky12, name: 'Lucky 12', rhythm: 'every 3 minutes', hue: 188 },
  { gameId: gameCodes.lucky16, name: 'Lucky 16', rhythm: 'every 3 minutes', hue: 172 },
  { gameId: gameCodes.tripleChance, name: 'Triple Chance', rhythm: 'every 2 minutes', hue: 205 },
  { gameId: gameCodes.roulette, name: 'Roulette', rhythm: 'every minute', hue: 152 },
  { gameId: gameCodes.dusKaDum, name: 'DusKaDum', rhythm: 'every 3 minutes', hue: 220 },
  { gameId: gameCodes.lucky10, name: 'Lucky 10', rhythm: 'every minute', hue: 196 },
] as const

const sampleWinners = [
  { name: 'A. Mehta', game: 'Triple Chance', points: '45,000.00' },
  { name: 'R. Silva', game: 'Roulette', points: '12,600.00' },
  { name: 'J. Okoro', game: 'Lucky 12', points: '8,400.00' },
  { name: 'S. Rao', game: 'Lucky 16', points: '7,000.00' },
] as const
