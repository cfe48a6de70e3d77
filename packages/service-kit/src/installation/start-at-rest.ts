import type { Context } from 'hono'
import { AppError } from '../http/errors'
import { createRouter } from '../http/router'
import { createServiceApp } from '../http/service-app'
import type { TokenVerifier } from '../identity/tokens'
import { type HttpServer, listen } from '../process/http-server'
import type { Metrics } from '../process/metrics'
import { addRestingCalls } from './installation-calls'

type Options = Parameters<typeof addRestingCalls>[1] & {
  verifyToken: TokenVerifier
  metrics: Metrics
  port: number
  host: string
}

const retryAfterSeconds = 5
const sentence = 'The installation rests while it is saved or restored. Please try again later.'

/** A service that does nothing but hand out or take in what it stores: no events, no work, no calls of people. */
export function startAtRest(options: Options): Promise<HttpServer> {
  const { logger, metrics, verifyToken, port, host } = options
  const app = createServiceApp({ logger, metrics, notReady: () => ['it rests'] })
  addRestingCalls(createRouter(app, verifyToken), options)
  app.all('*', (_c: Context) => {
    throw new AppError('UNAVAILABLE', sentence, { reason: 'AT_REST', retryAfterSeconds })
  })
  return listen(app, port, host)
}
