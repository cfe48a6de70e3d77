import { describe, expect, it } from 'vitest'
import { listParamsOf, readListValues, writeListValues } from './list-params'

const defaults = { filters: { status: '', type: 'all' } } as const
const read = (search: string) => readListValues(new URLSearchParams(search), defaults)
const write = (search: string, patch: object) =>
  writeListValues(new URLSearchParams(search), { ...read(search), ...patch }, defaults).toString()

describe('readListValues', () => {
  it('returns defaults for missing parameters', () => {
    expect(read('')).toEqual({
      page: 1,
      size: 10,
      sort: '',
      order: 'asc',
      q: '',
      filters: { status: '', type: 'all' },
    })
  })
  it('returns defaults for invalid parameters', () => {
    expect(read('page=-3&size=7&order=up')).toMatchObject({ page: 1, size: 10, order: 'asc' })
    expect(read('page=2.9')).toMatchObject({ page: 2 })
  })
})

describe('writeListValues', () => {
  it('omits defaults', () => {
    expect(write('page=3&q=ab', { page: 1, q: '' })).toBe('')
  })
  it('preserves unrelated parameters', () => {
    expect(write('tab=2', { size: 50, sort: 'username', order: 'desc' })).toBe('tab=2&size=50&sort=username&order=desc')
  })
  it('drops the order without a sort', () => {
    expect(write('sort=a&order=desc', { sort: '' })).toBe('')
  })
})

describe('a list call', () => {
  it('omits empty parameters', () => {
    expect(listParamsOf(read('q=ab&page=2'))).toEqual({ page: 2, size: 10, q: 'ab', type: 'all' })
    expect(listParamsOf(read('sort=a&order=desc&status=x&type='))).toEqual({
      page: 1,
      size: 10,
      sort: 'a',
      order: 'desc',
      status: 'x',
    })
  })
})
