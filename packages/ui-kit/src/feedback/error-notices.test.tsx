import { ApiError, networkError } from '@cascade/web-kit'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../testing'

const open = () => renderApp([{ path: '/', element: <h1>page</h1> }])
const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason, promise: undefined }))

describe('the notices of errors', () => {
  it('show uncaught errors of handlers and promises', async () => {
    await open()
    window.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('randomUUID is not a function') }))
    expect(await screen.findByText('Something went wrong')).toBeTruthy()
    reject(networkError(undefined))
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
  })

  it('ignore browser warnings, aborts and 401 responses', async () => {
    await open()
    window.dispatchEvent(Object.assign(new Event('error'), { message: 'ResizeObserver loop', error: null }))
    reject(new DOMException('Aborted', 'AbortError'))
    reject(new ApiError({ status: 401, code: 'UNAUTHENTICATED', message: 'Signed out.' }))
    reject(new ApiError({ status: 409, code: 'CONFLICT', message: 'Changed meanwhile.' }))
    await screen.findByText('Changed meanwhile.')
    expect(screen.queryByText(/Signed out|went wrong/)).toBeNull()
  })
})
