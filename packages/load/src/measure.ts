export type Measured = { perSecond: number; p50: number; p99: number; count: number }

/**
 * Closed loop: `callers` repeat `once` for `ms`. An error ends the measurement, because fast rejections must not count as
 * work. Latencies are milliseconds.
 */
export async function closedLoop(
  callers: number,
  ms: number,
  once: (caller: number) => Promise<void>,
): Promise<Measured> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const until = startedAt + ms
  const call = async (caller: number) => {
    for (let from = performance.now(); from < until; from = performance.now()) {
      await once(caller)
      latencies.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
  return summaryOf(latencies, performance.now() - startedAt)
}

/**
 * Open loop: calls start on schedule regardless of earlier responses, so a stall affects all calls due in it. An error ends
 * the measurement. Latencies are milliseconds from the scheduled start.
 */
export async function openLoop(
  perSecond: number,
  ms: number,
  once: (caller: number) => Promise<void>,
): Promise<Measured> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const calls: Promise<void>[] = []
  let failure: unknown
  const call = async (number: number, dueAt: number) => {
    try {
      await once(number)
      latencies.push(performance.now() - dueAt)
    } catch (error) {
      failure ??= error
    }
  }
  for (let number = 0; ; number++) {
    const dueAt = startedAt + (number / perSecond) * 1000
    if (dueAt >= startedAt + ms || failure) break
    const wait = dueAt - performance.now()
    if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
    calls.push(call(number, dueAt))
  }
  await Promise.all(calls)
  if (failure) throw failure
  return summaryOf(latencies, performance.now() - startedAt)
}

/** @param times latencies in milliseconds of the calls within `elapsedMs` */
export function summaryOf(times: readonly number[], elapsedMs: number): Measured {
  const latencies = [...times].sort((a, b) => a - b)
  // Nearest rank: the p99 of 100 calls is the second slowest.
  const at = (share: number) => latencies[Math.max(0, Math.ceil(latencies.length * share) - 1)] ?? 0
  return { perSecond: (latencies.length / elapsedMs) * 1000, p50: at(0.5), p99: at(0.99), count: latencies.length }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A new process reaches full speed after about 20 s of JIT compilation. */
const warmUpRounds = 10

/** Warms up both sides of a ratio with 32 callers each. @param ms duration of a round */
export async function warmUp(ms: number, ...sides: readonly ((caller: number) => Promise<void>)[]): Promise<void> {
  for (const once of sides) await closedLoop(32, ms * warmUpRounds, once)
}

type Ratio = { ours: number; peer: number; ratio: number; spread: number }

/**
 * Measures two programs in turns (A B A B …) after a discarded round of each, so that a slowdown of the machine affects
 * both. `ratio` is the median of the ratios of all rounds; `spread` is their range over that median.
 */
export async function interleave(
  rounds: number,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Ratio> {
  await ours()
  await peer()
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await peer()])
  const ratios = pairs.map(([a, b]) => a / b)
  const ratio = median(ratios)
  const spread = (Math.max(...ratios) - Math.min(...ratios)) / ratio
  return { ours: median(pairs.map(([a]) => a)), peer: median(pairs.map(([, b]) => b)), ratio, spread }
}

/** One row of the report. `aim` is the target. */
export type Row = { name: string; ours: string; peer: string; ratio: string; aim: string; note?: string }

const noisySpread = 0.1

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 })

export function ratioRow(name: string, aim: string, measured: Ratio, unit = '/s'): Row {
  const spread = `spread ${Math.round(measured.spread * 100)} %`
  return {
    name,
    ours: `${number(measured.ours)}${unit}`,
    peer: `${number(measured.peer)}${unit}`,
    ratio: number(measured.ratio),
    aim,
    note: measured.spread > noisySpread ? `noisy: ${spread}` : spread,
  }
}

export const figureRow = (name: string, ours: string, aim = '', note = ''): Row => ({
  name,
  ours,
  peer: '',
  ratio: '',
  aim,
  note,
})

const columns = ['name', 'ours', 'peer', 'ratio', 'aim', 'note'] as const

export function tableOf(rows: readonly Row[]): string {
  const head: Row = { name: 'Measured', ours: 'ours', peer: 'peer', ratio: 'ratio', aim: 'aim', note: '' }
  const widths = columns.map(column => Math.max(...[head, ...rows].map(row => (row[column] ?? '').length)))
  const line = (row: Row) => columns.map((column, index) => (row[column] ?? '').padEnd(widths[index] ?? 0)).join('  ')
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  return [line(head), rule, ...rows.map(line)].map(text => text.trimEnd()).join('\n')
}
