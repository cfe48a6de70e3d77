/** Share of a body that has left, from 0 to 1. */
export type OnUpload = (share: number) => void

/**
 * `fetch` for a body whose way is watched: `fetch` itself does not tell how much of it has left.
 * @throws TypeError when no answer came, and the signal's reason when it was aborted, as `fetch` does.
 */
export function uploadRequest(url: string, init: RequestInit, onUpload: OnUpload): Promise<Response> {
  const { method = 'POST', headers, body, signal } = init
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'blob'
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onUpload(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(answerOf(request))
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.response as Blob, { status: request.status, headers })
}
