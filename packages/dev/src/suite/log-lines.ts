import { z } from 'zod'

const recordSchema = z.looseObject({ level: z.number(), time: z.union([z.number(), z.string()]), msg: z.string() })
const hidden = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'service'])
const names: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** Formats one line of a process for people: name, time, level, message, other fields. */
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

/** Errors are shown with their stack from level `error` on, otherwise as their message. */
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
