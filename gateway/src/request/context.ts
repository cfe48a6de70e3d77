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
  /** What was refused, by us or by a service. */
  rejection?: AppError
  /** The JSON that was handed on and the short answer that came back, for whoever tells what was done. */
  requestBody?: Buffer
  responseBody?: Buffer
  /** What the service says that it has changed. */
  changes?: LoggedChange[] | undefined
}
type GatewayTypes = { Bindings: HttpBindings; Variables: GatewayVariables }
export type GatewayHono = Hono<GatewayTypes>
export type GatewayContext = Context<GatewayTypes>

/** A call of the role table on its way to whoever answers it. */
export type ApiCall = {
  c: GatewayContext
  incoming: IncomingMessage
  endpoint: AnyEndpoint
  /** Path below `/api` in its one spelling, which is what the service sees. */
  path: string
  /** Whether it changes something, whatever its method is. */
  changes: boolean
  requestId: string
  address: string
  /** Undefined on public calls. */
  actor: Actor | undefined
}

/** Answers a call: one of the gateway's own, or the proxy. */
export type ApiHandler = (call: ApiCall) => Promise<Response>
