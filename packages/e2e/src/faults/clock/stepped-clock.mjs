// Loaded before a process of the suite (`node --import`): its wall clock is off by what a file of its own says, and
// timers are not, as on a machine whose clock is set. The process notes in a second file what it has taken over.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lookMs = 50
const RealDate = Date
const realNow = RealDate.now
const file = join(process.env.CLOCK_FOLDER ?? '', process.env.PORT ?? '')
let offsetMs = 0

const now = () => realNow() + offsetMs
RealDate.now = now
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
})
RealDate.prototype.constructor = globalThis.Date

function look() {
  const wanted = wantedMs()
  if (wanted === offsetMs) return
  offsetMs = wanted
  writeFileSync(`${file}.taken`, String(wanted))
}

/** Without a file the clock is right; a file that is being written is read the next time. */
function wantedMs() {
  try {
    const text = readFileSync(file, 'utf8')
    return text === '' ? offsetMs : Number(text)
  } catch {
    return 0
  }
}

if (process.env.CLOCK_FOLDER && process.env.PORT) {
  look()
  setInterval(look, lookMs).unref()
}
