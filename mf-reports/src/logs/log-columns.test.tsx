import { formatTime } from '@cascade/ui-kit'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makeLog } from '../testing/make-log'
import { logColumns, logExportColumns, logLine } from './log-columns'

describe('logs.csv', () => {
  it('shows the IPv6 loopback address as 127.0.0.1, the screen as recorded', () => {
    const local = makeLog({ ipAddress: '::1' })
    const addressIn = (columns: readonly { title: string; value?: (row: typeof local, index: number) => unknown }[]) =>
      columns.find(column => column.title === 'IP Address')?.value?.(local, 0)
    expect(addressIn(logExportColumns)).toBe('127.0.0.1')
    expect(addressIn(logColumns)).toBe('::1')
  })

  it('leaves other IP addresses unchanged', () => {
    const [, , , , address] = logExportColumns
    expect(address?.value(makeLog({ ipAddress: '2001:db8::1' }), 0)).toBe('2001:db8::1')
  })

  it('has the columns of the specification', () => {
    expect(logExportColumns.map(column => column.title)).toEqual([
      'Username',
      'Subject',
      'URL',
      'Method',
      'IP Address',
      'Created At',
    ])
  })

  it('shows the count and end time of a row for several rejected calls, as does the screen', () => {
    const until = '2026-01-05T10:01:00.000Z'
    const row = makeLog({ result: 'refused', sentence: 'p1 bet points – not done', times: 1037, until })
    const words = `1,037 times, until ${formatTime(until)}`
    const happened = logColumns.find(({ key }) => key === 'happened')
    expect(render(happened?.render?.(row, 0)).container.textContent).toBe(`p1 bet points – not done${words}`)
    expect(happened?.value?.(row, 0)).toBe(`p1 bet points – not done – ${words}`)
    expect(logExportColumns[1]?.value(row, 0)).toBe(`LOGIN – ${words}`)
    expect(logLine(row).notes).toContain(words)
    expect([happened?.value?.(makeLog(), 0), logExportColumns[1]?.value(makeLog(), 0)]).toEqual([
      'admin1 signed in',
      'LOGIN',
    ])
  })

  it('has the sentence of approved calls, and of calls on several accounts', () => {
    const rows = [{ approvedBy: 'superadmin' }, { objects: ['p1', 'p2'] }, {}].map(more =>
      makeLog({ sentence: 's', ...more }),
    )
    expect(rows.map(row => logExportColumns[1]?.value(row, 0))).toEqual(['LOGIN – s', 'LOGIN – s', 'LOGIN'])
  })
})
