import './gallery.css'
import { entries } from './entries'

/** They need the width of a page. */
const wide = new Set(['DataTable', 'FormPage', 'Icons', 'ChartCard'])

/** Every component of the kit in its states, on one page. */
export function Gallery() {
  return (
    <main className="gallery">
      <h1>Gallery of the kit</h1>
      {Object.entries(entries)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, states]) => (
          <section key={name} className="gallery-entry" data-wide={wide.has(name) || undefined} data-entry={name}>
            <h2>{name}</h2>
            {Object.entries(states).map(([state, Shown]) => (
              <div key={state} className="gallery-state">
                <small>{state}</small>
                <Shown />
              </div>
            ))}
          </section>
        ))}
    </main>
  )
}
