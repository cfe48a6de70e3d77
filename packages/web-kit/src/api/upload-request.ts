/** @param share uploaded part, 0 to 1 */
export type OnUpload = (share: number) => void

/**
 * Like `fetch`, with upload progress, which `fetch` does not report.
 * @throws synchronously on an invalid request; TypeError when there is no response, and the signal's reason on abort
 */
export function uploadRequest(url: string, init: RequestInit, onUpload: OnUpload): Promise<Response> {
  const { method = 'POST', headers, body, signal } = init
  const request = new XMLHttpRequest()
  request.open(method, url)
  request.responseType = 'blob'
  for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onUpload(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(toResponse(request))
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.response as Blob, { status: request.status, headers })
}
