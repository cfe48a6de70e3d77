import {
  createPlayClient,
  type Login,
  type PlayClient,
  type PlayDraw,
  type PlayTable,
  type PlayTicket,
  RejectedError,
} from '@cascade/play-client'
import { config } from 'zod'

// The content policy of the server forbids eval, which zod would try first.
config({ jitless: true })

const element = <E extends HTMLElement = HTMLInputElement>(id: string) => document.getElementById(id) as E
const say = (text: string) => element('message').replaceChildren(text)

let client: PlayClient | undefined
let live: Awaited<ReturnType<PlayClient['connect']>> | undefined
let table: PlayTable | undefined
let draw: PlayDraw | undefined
/** The list of tickets follows a moment after the bet. */
let placed: (Pick<PlayTicket, 'ticketId' | 'gameName' | 'stake'> & Partial<PlayTicket>)[] = []

/** Each call and event, newest first. The password of the sign-in is left out. */
function log(line: string, content: unknown) {
  const [entry, summary, pre] = ['details', 'summary', 'pre'].map(name => document.createElement(name))
  summary?.append(`${new Date().toLocaleTimeString()} ${line}`)
  pre?.append(typeof content === 'string' ? content : (JSON.stringify(content, null, 2) ?? ''))
  entry?.append(summary ?? '', pre ?? '')
  element('log').prepend(entry ?? '')
}

const textOf = (error: unknown) =>
  error instanceof RejectedError ? error.serverMessage : error instanceof Error ? error.message : String(error)

/** Runs `work` at an event; a rejection says why in words for the player. */
function at(id: string, event: string, work: () => Promise<unknown>) {
  element(id).addEventListener(event, happened => {
    happened.preventDefault()
    say('')
    work().catch((error: unknown) => say(textOf(error)))
  })
}

function fillTargets() {
  const bet = table?.bets.find(({ type }) => type === element('type').value)
  element('drawno').replaceChildren(...(bet?.takes.map(({ drawno }) => new Option(drawno)) ?? []))
}

async function chooseGame() {
  const gameId = element('game').value
  draw = undefined
  table = await client?.table(gameId)
  const types = table?.bets.map(({ type, label, multiplier }) => new Option(`${label} ×${multiplier}`, type)) ?? []
  element('type').replaceChildren(...types)
  fillTargets()
  live?.follow(gameId)
}

async function showTickets() {
  const { data = [] } = (await client?.tickets({ size: '10' })) ?? {}
  placed = placed.filter(({ ticketId }) => !data.some(listed => listed.ticketId === ticketId))
  const rows = [...placed, ...data].map(({ ticketId, gameName, stake, state = 'open', result = null, win }) => {
    const row = document.createElement('li')
    const verify = document.createElement('button')
    verify.append('Verify')
    verify.onclick = async () => {
      const findings = await client?.verify(ticketId)
      say(findings?.map(({ ok, text }) => `${ok ? '✓' : '✗'} ${text}`).join(' ') ?? 'The draw has no result yet.')
    }
    const undo = document.createElement('button')
    undo.append('Void')
    undo.onclick = () =>
      client
        ?.voidTicket(ticketId, 'Taken back by the player')
        .then(showTickets)
        .catch(error => say(textOf(error)))
    const isOpen = state === 'open' && (table?.voidSeconds ?? 0) > 0
    row.append(
      `${gameName}: ${stake} points, ${state}${result === null ? '' : ` on ${result}, won ${win}`} `,
      verify,
      ...(isOpen ? [undo] : []),
    )
    return row
  })
  element('tickets').replaceChildren(...rows)
}

const pointsOf = (max: number | null) => (max === null ? 'no limit' : `${max} points`)

async function showLimits() {
  if (!client) return
  const { limits, own, usage } = (await client.me()).limits
  const lines = (['stakeDayMax', 'lossDayMax'] as const).map(name => {
    const { max, next } = own[name]
    const later = next ? `, from ${new Date(next.from).toLocaleString()} ${pointsOf(next.max)}` : ''
    const used = name === 'stakeDayMax' ? `Staked today: ${usage.stakes}` : `Lost today: ${usage.loss}`
    return `${used} of ${pointsOf(max)}${later}${limits[name] === null ? '' : `, and of ${pointsOf(limits[name])}`}.`
  })
  const paused = own.pausedUntil ? ` Paused until ${new Date(own.pausedUntil).toLocaleString()}.` : ''
  element('limits').replaceChildren(`${lines.join(' ')}${paused}`)
}

async function showCases() {
  const { data = [] } = (await client?.cases({ size: '5' })) ?? {}
  const rows = data.map(({ number, subject, state }) => {
    const row = document.createElement('li')
    row.append(`#${number} ${subject}, ${state}`)
    return row
  })
  element('cases').replaceChildren(...rows)
}

at('login', 'submit', async () => {
  live?.close()
  let login: Login | undefined = { username: element('username').value, password: element('password').value }
  element('password').value = ''
  const readOnce = () => {
    const credentials = login
    login = undefined
    if (!credentials) throw new Error('Your session has ended. Please sign in again.')
    return credentials
  }
  client = createPlayClient(location.origin, readOnce, {
    onCall: (line, status, body) => log(`${status} ${line}`, line.endsWith('/auth/login') ? '' : body),
  })
  await client.signIn()
  const games = await client.games()
  element('game').replaceChildren(...games.map(({ gameId, gameName }) => new Option(gameName, gameId)))
  live = await client.connect({
    draw: (_, next) => {
      draw = next
      element('results').replaceChildren(`Last results: ${next.lastResults.map(({ label }) => label).join(', ')}`)
    },
    balance: points => element('balance').replaceChildren(`Balance ${points}`),
    tickets: () => void showTickets().catch(error => say(textOf(error))),
    failed: say,
    message: log,
  })
  await chooseGame()
  await showLimits()
  await showCases()
})
at('game', 'change', chooseGame)
at('type', 'change', async () => fillTargets())
at('claim', 'click', async () => say(`Claimed ${(await client?.claim())?.claimed ?? 0}.`))
at('bet', 'submit', async () => {
  const [type, drawno, quantity] = ['type', 'drawno', 'quantity'].map(id => element(id).value)
  const bet = { type: type ?? '', drawno: drawno ?? '', quantity: Number(quantity) }
  const ticket = { gameId: element('game').value, bets: [bet], ...(draw && { drawId: draw.drawId }) }
  const answer = await client?.bet(ticket)
  if (!answer) return
  say(`Placed: ${answer.stake} points.`)
  placed.unshift({ ...answer, gameName: table?.gameName ?? '' })
  await showTickets()
  await showLimits()
})
at('own-limits', 'submit', async () => {
  const [stakeDayMax, lossDayMax] = ['stake-max', 'loss-max'].map(id => element(id).value)
  const maxOf = (typed = '') => (typed === '' ? null : Number(typed))
  await client?.changeLimits({ stakeDayMax: maxOf(stakeDayMax), lossDayMax: maxOf(lossDayMax) })
  await showLimits()
})
at('case', 'submit', async () => {
  await client?.openCase({ subject: element('case-subject').value, text: element('case-text').value })
  await showCases()
})
at('pause', 'submit', async () => {
  await client?.pause(Number(element('days').value))
  await showLimits()
})
setInterval(() => {
  if (!draw || !client) return
  const seconds = Math.max(0, Math.ceil((Date.parse(draw.closesAt) - client.now()) / 1000))
  element('draw').replaceChildren(`Draw ${draw.number} is ${draw.state}; betting closes in ${seconds} s.`)
}, 250)
