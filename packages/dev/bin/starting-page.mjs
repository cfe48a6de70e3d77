// Runs before packages are installed: import only Node's own modules.
import { once } from 'node:events'
import { createServer } from 'node:http'

const lines = []
const startedAt = Date.now()
let server

/**
 * Serves a progress page on the public port until the gateway takes over. If the port cannot be bound there is no page,
 * and the start itself reports the reason.
 */
export async function openStartingPage() {
  const port = Number(process.env.PORT ?? 8080)
  if (process.env.NODE_ENV === 'production' || !(port > 0 && port < 65_536)) return
  server = createServer(answer).on('error', () => undefined)
  server.listen(port, process.env.HOST || '127.0.0.1')
  await once(server, 'listening').catch(() => undefined)
}

/** Prints a progress line to the console and the page. */
export function say(line) {
  console.log(line)
  lines.push(line)
}

export const holdsPort = () => server?.listening === true

/** Frees the port. Open pages poll until the gateway responds. */
export async function closeStartingPage() {
  if (!holdsPort()) return
  const closed = new Promise(resolve => server.close(resolve))
  server.closeAllConnections()
  await closed
}

function answer({ url }, response) {
  const isPage = url !== '/starting.json'
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  response.writeHead(503, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    'retry-after': '2',
  })
  response.end(isPage ? page : JSON.stringify({ seconds, lines }))
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cascade is starting</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 0 24px; box-sizing: border-box }
  main { width: min(560px, calc(100vw - 48px)) }
  h1 { margin: 0; font-size: 28px }
  p { margin: 4px 0 24px; opacity: .7 }
  ol { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere }
  li { padding: 6px 0 6px 20px; border-left: 2px solid #8885; opacity: .6 }
  li:last-child { border-color: #1677ff; opacity: 1 }
</style>
<main>
  <h1>Cascade is starting</h1>
  <p id="since">&nbsp;</p>
  <ol id="lines" aria-live="polite"></ol>
</main>
<script>
  async function look() {
    try {
      const answer = await fetch('/starting.json', { cache: 'no-store' })
      if (answer.status !== 503) return location.reload()
      const { seconds, lines } = await answer.json()
      document.getElementById('since').textContent = 'For ' + seconds + ' s'
      // Long steps repeat their line; show only the latest.
      const steps = new Map(lines.map(line => [line.split(/ …|:/)[0], line]))
      document.getElementById('lines').replaceChildren(...[...steps.values()].map(line => {
        const item = document.createElement('li')
        item.textContent = line
        return item
      }))
    } catch {
      // Nothing listens between this page and the gateway.
    }
    setTimeout(look, 1000)
  }
  look()
</script>
</html>
`
