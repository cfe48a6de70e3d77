import { z } from 'zod'

const recordSchema = z.looseObject({ level: z.number(), time: z.union([z.number(), z.string()]), msg: z.string() })
const hidden = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'service'])
const names: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** One line of a process as a person reads it: processName, time, level, message, and the other fields. */
export function formatLine(processName: string, line: string): string {
  const prefix = processName.padEnd(12)
  const record = parse(line)
  if (!record) return `${prefix} ${line}`
  const time = new Date(record.time).toTimeString().slice(0, 8)
  const fields = Object.entries(record)
    .filter(([key]) => !hidden.has(key))
    .map(([key, value]) => `${key}=${show(value, record.level)}`)
  return [prefix, time, (names[record.level] ?? String(record.level)).padEnd(5), record.msg, ...fields].join(' ')
}

const errorSchema = z.object({ message: z.string(), stack: z.string().optional() })

/** An error as its sentence; its stack only where something is broken, not where something is only slow. */
function show(value: unknown, level: number): string {
  if (typeof value === 'string') return value
  const { data: error } = errorSchema.safeParse(value)
  if (error) return level >= 50 ? (error.stack ?? error.message) : error.message
  return JSON.stringify(value)
}

function parse(line: string) {
  if (!line.startsWith('{')) return undefined
  try {
    return recordSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
