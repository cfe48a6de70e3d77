// Preloaded into services while the demo history is generated: their clock runs behind, by an offset set by the parent.
if (process.env.NODE_ENV === 'production') throw new Error('A production process rejects a clock that runs behind.')

const realNow = Date.now
const moved = new Set()
let behindMs = Number(process.env.DEMO_BEHIND_MS)

Date.now = () => realNow() - behindMs
globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [real.now()], target),
  apply: real => String(new real(real.now())),
})
globalThis.cascadePast = {
  behindMs: () => behindMs,
  onMove(wake) {
    moved.add(wake)
    return () => moved.delete(wake)
  },
}
process.on('message', message => {
  behindMs = message
  for (const wake of moved) wake()
  process.send?.(message)
})
process.channel?.unref()
