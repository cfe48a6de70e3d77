import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import React from 'react'
import { afterEach, vi } from 'vitest'
import { setApiClient } from '../api/api-client'
import { resetClock } from '../clock'
import { endSession } from '../session/session-store'
import { installComputedStyle } from './computed-style'

installComputedStyle()
// React's development build captures a stack per element, up to a limit a second: a tenth of the time of page tests.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
configure({
  // The first page of a test file loads its chunk and antd, which takes seconds on a busy machine.
  asyncUtilTimeout: 20_000,
  // Events run outside `act`, as in a browser: inside it, a click that opens a lazy page would suspend forever.
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

// Each test starts with an empty document and storage, the real clock, no session and no backend.
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  endSession()
  setApiClient()
  resetClock()
  onlineManager.setOnline(true)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  sessionStorage.clear()
})
