import { z } from 'zod'
import { CallerQuery } from '../define'
import { isExternal } from '../domain'
import type { AnyEndpoint, Method } from '../endpoint'
import { statusByCode } from '../errors/errors'
import type { CallExample } from '../example'
import { multipartBytesMax } from '../multipart'
import { backOfficeRoles, type Role } from '../roles'
import { bookingHeaderRefs } from './components'
import { type Json, refName, refTo, type SchemaWriter, toJsonSchema, type WriteSchema } from './json-schema'

export type Operation = {
  operationId: string
  parameters: Json[]
  requestBody?: Json
  responses: Record<string, Json>
  [part: string]: unknown
}

/** `accounts.admin.create` as an identifier of any language, `accountsAdminCreate`. */
export const toOperationId = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .filter(part => part !== '')
    .map((part, at) => (at === 0 ? part : capitalize(part)))
    .join('')

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** `accounts.admin.create` as the name of a type, `AccountsAdminCreate`. */
export const toTypeName = (id: string) => capitalize(toOperationId(id))

const stepUpTexts = {
  always: 'Needs a step-up (`POST /auth/step-up`) of the last five minutes.',
  strict: 'Needs a step-up of the last five minutes where the security policy is strict.',
  factor: 'Needs a step-up of the last five minutes; an account with a second factor must have proved that factor.',
} as const
const approvalText = 'Answers 202 and changes nothing where the security policy asks for a second person.'

export function buildOperation(
  endpoint: AnyEndpoint,
  example: CallExample | undefined,
  writer: SchemaWriter,
): Operation {
  const { id, domain, permission, roles, summary, status, response, method, stepUp, approval, fileType } = endpoint
  const access = roles === 'public' ? 'No token required.' : `Roles: ${nameRoles(roles)}.`
  const requestBody = buildRequestBody(endpoint, example?.body, writer)
  const general = [...generalErrors.all, ...(roles === 'public' ? [] : generalErrors.withToken)]
  const further = errorStatusesOf(endpoint).filter(status => !general.includes(status))
  const errors = further.length > 0 && `Errors: ${further.join(', ')}.`
  return {
    operationId: toOperationId(id),
    // Activities of the service have the id with its dots.
    ...(isExternal(domain) ? { 'x-operation': id } : {}),
    'x-permission': permission,
    tags: [domain],
    summary,
    description: [access, stepUp && stepUpTexts[stepUp], approval && approvalText, errors].filter(Boolean).join(' '),
    ...(roles === 'public' && { security: [] }),
    ...(roles !== 'public' && method !== 'GET' && { security: [{ bearer: [] }] }),
    parameters: [
      ...buildParameters(endpoint.params, 'path', example?.params, writer.write),
      ...buildParameters(endpoint.query, 'query', example?.query, writer.write),
      ...(method === 'POST' && domain !== 'gateway' ? [refTo('parameters', 'IdempotencyKey')] : []),
    ],
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [status]: {
        description: 'Success',
        ...(endpoint.movesPoints ? { headers: bookingHeaderRefs } : {}),
        content: fileType
          ? { [fileType]: { schema: { type: 'string', format: 'binary' } } }
          : {
              'application/json': {
                schema: writer.writeBody(response, 'output', written => responseNames(written, id)),
                example: example?.response,
              },
            },
      },
      ...(approval ? { 202: refTo('responses', 'Pending') } : {}),
      default: refTo('responses', 'Error'),
    },
  }
}

const generalErrors = { all: [400, 429, 500, 503], withToken: [401, 403] }

/** Conventions of the descriptions of all calls. */
export const generalDescription =
  'Back office: superadmin, admin, superareamanager, areamanager and master. Besides the errors of a call, each may ' +
  'answer 400, 429, 500 and 503, and with a token 401 and 403.'

const nameRoles = (roles: 'any' | readonly Role[]) =>
  roles === 'any' ? 'any' : roles.join() === backOfficeRoles.join() ? 'back office' : roles.join(', ')

/** Every error status that the gateway or the service may return for the call. */
function errorStatusesOf(endpoint: AnyEndpoint): number[] {
  const { roles, method, errors = [], body, params, query } = endpoint
  const isOpen = roles === 'public'
  const hasParameters = Object.keys(partsOf(toJsonSchema(params, 'input')).properties).length > 0
  const needsQuery = partsOf(toJsonSchema(query, 'input')).required.length > 0
  const namesSomething = hasParameters || needsQuery || takesBody(method, body)
  const codes = [
    ...(['VALIDATION', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'] as const),
    ...(isOpen ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(namesSomething ? (['NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : (['CONFLICT', 'TOO_LARGE'] as const)),
    ...(method === 'POST' ? (['UNPROCESSABLE'] as const) : []),
    ...errors,
  ]
  return [...new Set(codes.map(code => statusByCode[code]))].sort((a, b) => a - b)
}

function buildParameters(schema: z.ZodType, location: 'path' | 'query', example: unknown, write: WriteSchema): Json[] {
  const values = (example ?? {}) as Json
  const { properties, required } = partsOf(write(schema, 'input'))
  return Object.entries(properties)
    .filter(([name]) => !isIgnored(schema, name))
    .map(([name, property]) => ({
      name,
      in: location,
      ...(location === 'path' || required.includes(name) ? { required: true } : {}),
      schema: property,
      ...(name in values ? { example: values[name] } : {}),
    }))
}

/** `id` and `role` of the caller are accepted in every query and ignored: noise in the methods of a generated client. */
const isIgnored = (schema: z.ZodType, name: string) =>
  schema instanceof z.ZodObject && name in CallerQuery.shape && schema.shape[name] === CallerQuery.shape[name as 'id']

function buildRequestBody(endpoint: AnyEndpoint, example: unknown, writer: SchemaWriter): Json | undefined {
  const { id, method, multipart, body } = endpoint
  if (!takesBody(method, body)) return undefined
  const schema = writer.writeBody(body, 'input', () => [`${toTypeName(id)}Body`])
  // An absent body counts as an empty object.
  const required = !body.safeParse({}).success
  if (!multipart) return { required, content: { 'application/json': { schema, example } } }
  const { filesMax, fileBytesMax } = multipart
  const description = `At most ${filesMax} files of ${fileBytesMax} bytes each, ${multipartBytesMax(multipart)} bytes in all.`
  return { required, description, content: { 'multipart/form-data': { schema, example } } }
}

/** After the schema of `data`, else after the call. */
function responseNames(written: Json, id: string): string[] {
  const { data = {} } = partsOf(written).properties
  const [one, item] = [refName(data), refName((data.items ?? {}) as Json)]
  const names = [one && `${one}Response`, item && `${item}ListResponse`, `${toTypeName(id)}Result`]
  return names.filter(name => name !== undefined)
}

const takesBody = (method: Method, body: z.ZodType) =>
  method !== 'GET' && !(body instanceof z.ZodObject && Object.keys(body.shape).length === 0)

/** Properties and required names of an object schema. */
const partsOf = ({ properties = {}, required = [] }: Json) => ({
  properties: properties as Record<string, Json>,
  required: required as readonly string[],
})
