import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useVoidAction } from './void-dialog'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the action that voids a ticket', () => {
  it('disappears when betting on its draw closes, also on a page that loads nothing meanwhile', () => {
    const lockAt = new Date(Date.now() + 30_000).toISOString()
    const { result } = renderHook(() => useVoidAction(lockAt, () => undefined))
    act(() => void vi.advanceTimersByTime(29_000))
    expect(result.current.map(({ key }) => key)).toEqual(['void'])
    act(() => void vi.advanceTimersByTime(1_000))
    expect(result.current).toEqual([])
  })
})
