import './landing-page.css'
import { Brand, Button } from '@cascade/ui-kit'
import { Link } from 'react-router-dom'
import { shellTexts } from '../../texts'
import { sampleGames, sampleWinners } from './samples'

/** The public page: games and winners are samples by specification, nothing is asked of the server. */
export default function LandingPage() {
  const text = shellTexts.useText()
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
