import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { setApiClient } from '../api/api-client'
import { resetClock } from '../clock'
import { endSession } from '../session/session-store'

configure({
  // The first page of a test file loads its chunk and antd, which takes seconds on a busy machine.
  asyncUtilTimeout: 20_000,
  // Events happen as in a browser: inside `act`, a click that leads to a lazy page would suspend for ever.
  eventWrapper: dispatch => {
    const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
    const before = scope.IS_REACT_ACT_ENVIRONMENT
    scope.IS_REACT_ACT_ENVIRONMENT = false
    try {
      return dispatch()
    } finally {
      scope.IS_REACT_ACT_ENVIRONMENT = before
    }
  },
})

// A test sees an empty document, empty storage, the real clock, nobody signed in and no backend.
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  endSession()
  setApiClient()
  resetClock()
  onlineManager.setOnline(true)
  localStorage.clear()
  // As every other tab hears of it: what is kept in memory of the storage goes with it.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  sessionStorage.clear()
})
