import { expect, test } from 'vitest'
import { makeLog } from '../testing/make-log'
import { logColumns, logExportColumns } from './log-columns'

test('logs.csv shows the loopback address as 127.0.0.1, the screen as it was recorded', () => {
  const local = makeLog({ ipAddress: '::1' })
  const addressIn = (columns: readonly { title: string; value?: (row: typeof local, index: number) => unknown }[]) =>
    columns.find(column => column.title === 'IP Address')?.value?.(local, 0)
  expect(addressIn(logExportColumns)).toBe('127.0.0.1')
  expect(addressIn(logColumns)).toBe('::1')
})

test('other addresses stay as they are', () => {
  const [, , , , address] = logExportColumns
  expect(address?.value(makeLog({ ipAddress: '2001:db8::1' }), 0)).toBe('2001:db8::1')
})

test('logs.csv has the columns of the specification', () => {
  expect(logExportColumns.map(column => column.title)).toEqual([
    'Username',
    'Subject',
    'URL',
    'Method',
    'IP Address',
    'Created At',
  ])
})
