// Preloaded into a process of the suite (`node --import`). Shifts the wall clock by the offset in a file, but not the timers,
// like a stepped system clock. The process confirms the applied offset in a second file.
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

/** No file means no offset; an empty file is still being written and is read again later. */
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
