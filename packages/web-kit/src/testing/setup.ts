import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { setApiClient } from '../api/api-client'
import { dropSession } from '../session/session-store'

configure({
  // The first page of a test file loads its chunk and antd, which takes seconds on a busy machine.
  asyncUtilTimeout: 10_000,
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

// A test sees an empty document, empty storage, nobody signed in and no backend.
afterEach(() => {
  cleanup()
  dropSession()
  setApiClient()
  onlineManager.setOnline(true)
  localStorage.clear()
  sessionStorage.clear()
})
