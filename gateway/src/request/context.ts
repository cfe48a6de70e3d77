import type { IncomingMessage } from 'node:http'
import type { AnyEndpoint } from '@cascade/contracts'
import type { LoggedChange } from '@cascade/contracts/gateway'
import type { Actor, AppError } from '@cascade/service-kit'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'

type GatewayVariables = {
  requestId: string
  address: string
  endpointId?: string
  rejection?: AppError
  /** JSON request body and short response body, for the audit log. */
  requestBody?: Buffer
  responseBody?: Buffer
  changes?: LoggedChange[] | undefined
  /** Given to the browser with its session. */
  newMark?: string
  /** The service has written the log entry of the call. */
  isRecorded?: boolean
}
type GatewayTypes = { Bindings: HttpBindings; Variables: GatewayVariables }
export type GatewayHono = Hono<GatewayTypes>
export type GatewayContext = Context<GatewayTypes>

export type ApiCall = {
  c: GatewayContext
  incoming: IncomingMessage
  endpoint: AnyEndpoint
  /** Canonical path below `/api`, as forwarded to the service. */
  path: string
  /** The call has side effects, regardless of its method. */
  changes: boolean
  requestId: string
  address: string
  actor: Actor | undefined
}

/** Answers a call: one of the gateway's own handlers, or the proxy. */
export type ApiHandler = (call: ApiCall) => Promise<Response>
