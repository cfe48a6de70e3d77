import { allEndpoints, type ExternalName } from '@cascade/contracts'
import { type Background, type ExternalService, type Logger, startLoop } from '@cascade/service-kit'
import { createOverlapSearch, createRouteTable, type RouteTable } from '../request/route-table'
import { type ExternalDocument, parseDocument } from './openapi'

const everyMs = 30_000
const retryMs = 5_000
const timeoutMs = 5_000
/** Parsing and checking take 25 ms at most; at 1 MB of short keys, 130 ms. */
const bytesMax = 256 * 1024
const noAnswer = 'does not answer'

type State = {
  domain: ExternalName
  url: string
  /** The last valid document, and its text. */
  document?: ExternalDocument
  text?: string
  fault?: string | undefined
}

/** Also with an invalid document. */
const hasAnswered = ({ document, fault = noAnswer }: State) => document !== undefined || fault !== noAnswer

export type ExternalServices = Pick<ReturnType<typeof createExternalServices>, 'documents' | 'version'>

/**
 * The services of other teams that the gateway forwards calls to, with the calls that their documents name. A document
 * is used as a whole or not at all; the last valid one stays in use. Our own calls come first.
 */
export function createExternalServices(options: {
  services: readonly ExternalService[]
  ownTable: RouteTable
  logger: Logger
}) {
  const { services, ownTable, logger } = options
  const states = services.flatMap(({ id, url }): State[] =>
    url === undefined ? [] : [{ domain: `external.${id}`, url: url.replace(/\/+$/, '') }],
  )
  const findOwn = createOverlapSearch(allEndpoints)
  let table = createRouteTable([])
  let version = 0

  async function refresh(state: State, signal: AbortSignal): Promise<void> {
    let fault: string | undefined
    try {
      accept(state, await readDocument(state.url, signal))
    } catch (error) {
      if (signal.aborted) return
      fault = (error as Error).message
    }
    if (fault !== undefined && fault !== state.fault)
      logger.warn({ service: state.domain, fault }, 'calls of an external service not updated')
    state.fault = fault
  }

  /** @throws Error with one sentence */
  function accept(state: State, text: string): void {
    if (text === state.text) return
    const document = parseDocument(text, state.domain)
    const others = states.flatMap(each => (each === state ? [] : (each.document?.endpoints ?? [])))
    const findOther = createOverlapSearch(others)
    for (const { method, path } of document.endpoints) {
      const claimed = findOwn(path) ?? findOther(path)
      if (claimed) throw new Error(`${method} ${path} has a path of ${claimed.domain}: ${claimed.path}`)
    }
    table = createRouteTable([...others, ...document.endpoints])
    Object.assign(state, { document, text })
    version += 1
    logger.info({ service: state.domain, calls: document.endpoints.length }, 'document of an external service read')
  }

  return {
    addresses: states.map(({ domain, url }) => ({ domain, url })),
    routeTable: ((method, path) => {
      const own = ownTable(method, path)
      if (own.match || own.allow.length > 0) return own
      const found = table(method, path)
      const isFound = found.match !== undefined || found.allow.length > 0
      return { ...found, isPartial: !isFound && !states.every(hasAnswered) }
    }) satisfies RouteTable as RouteTable,
    documents: () => states.flatMap(({ document }) => (document ? [document] : [])),
    /** Changes with any document. */
    version: () => version,
    /** Texts for `/readyz`. */
    faults: () =>
      states.flatMap(({ domain, fault, document }) =>
        fault === undefined ? [] : [`${domain}: ${fault}${document ? '; its last valid document stays in use' : ''}`],
      ),
    start(): Background {
      const round = async (signal: AbortSignal) => {
        await Promise.all(states.map(state => refresh(state, signal)))
        return undefined
      }
      const pauseMs = () => (states.every(({ fault }) => fault === undefined) ? everyMs : retryMs)
      return startLoop(round, { everyMs: pauseMs, logger, name: 'documents of external services' })
    },
  }
}

/** @throws Error with one sentence */
async function readDocument(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/openapi.json`, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch(() => {
    throw new Error(noAnswer)
  })
  if (!response.ok) throw new Error(`its openapi.json is not there: status ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytesMax) throw new Error('its openapi.json is larger than 256 KB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
