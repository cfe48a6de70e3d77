import type { AnyEndpoint } from '../endpoint'
import type { CallExamples } from '../example'
import { buildCommonComponents, shareRepeated } from './components'
import { describeErrorBody } from './errors'
import { createSchemaWriter, type Json, refName, refTo } from './json-schema'
import { buildOperation, capitalize, generalDescription, type Operation } from './operation'
import { schemaNames } from './schema-names'

/**
 * The OpenAPI 3.1 document of the calls, with an example of each. Schemas with a transform are described by their input
 * for requests and by their output for responses.
 */
export function toOpenApi(
  endpoints: readonly AnyEndpoint[],
  examples: CallExamples,
  info: { title: string; version: string; description?: string },
): Json {
  const responses = endpoints.map(({ response }) => response)
  const writer = createSchemaWriter(schemaNames(), responses)
  const common = buildCommonComponents(writer.write)
  const { operations, components } = shareParts(
    endpoints.map(endpoint => buildOperation(endpoint, examples[endpoint.id], writer)),
  )
  const paths: Record<string, Json> = {}
  for (const [at, { path, method }] of endpoints.entries()) {
    const template = path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operations[at] }
  }
  return {
    openapi: '3.1.0',
    info: { ...info, description: [generalDescription, info.description].filter(Boolean).join('\n\n') },
    // Reads of our own pages have a cookie. Other calls say that they need the token.
    security: [{ bearer: [] }, { cookie: [] }],
    servers: [{ url: '/api' }],
    paths,
    components: {
      ...common,
      schemas: {
        ...writer.schemas,
        ...components.schemas,
        ErrorBody: describeErrorBody(writer.schemas.ErrorBody ?? {}),
      },
      parameters: { ...common.parameters, ...components.parameters },
      requestBodies: components.requestBodies,
      responses: { ...common.responses, ...components.responses },
    },
  }
}

/** Moves what several operations have alike to the components. */
function shareParts(operations: readonly Operation[]) {
  const parameters = shareRepeated(
    'parameters',
    operations.flatMap(each => each.parameters).filter(isOwn),
    ({ name, in: location }) => capitalize(String(name)) + capitalize(String(location)),
  )
  const requestBodies = shareRepeated(
    'requestBodies',
    operations.flatMap(({ requestBody }) => (requestBody ? [requestBody] : [])),
    body => `${schemaNameIn(body)}Request`,
  )
  const responses = shareRepeated(
    'responses',
    operations.flatMap(each => Object.values(each.responses)).filter(isOwn),
    response => `${schemaNameIn(response).replace(/(?:Response|Result)$/, '')}Ok`,
  )
  return {
    operations: operations.map(operation => ({
      ...operation,
      parameters: operation.parameters.map(parameters.replace),
      ...(operation.requestBody ? { requestBody: requestBodies.replace(operation.requestBody) } : {}),
      responses: mapValues(operation.responses, responses.replace),
    })),
    components: {
      ...nameAlternatives(parameters.shared),
      requestBodies: requestBodies.shared,
      responses: responses.shared,
    },
  }
}

/** Alternatives in a shared parameter become schemas: oapi-codegen makes no types of them in their place. */
function nameAlternatives(parameters: Readonly<Record<string, Json>>) {
  const schemas: Record<string, Json> = {}
  const named = mapValues(parameters, parameter => {
    const schema = parameter.schema as Json
    if (!('anyOf' in schema)) return parameter
    const name = `${capitalize(String(parameter.name))}Filter`
    schemas[name] = schema
    return { ...parameter, schema: refTo('schemas', name) }
  })
  return { parameters: named, schemas }
}

const isOwn = (part: Json) => !('$ref' in part)

type Content = Record<string, { schema: Json }>
const schemaNameIn = ({ content }: Json) => refName(Object.values(content as Content)[0]?.schema ?? {}) ?? 'Any'

const mapValues = <V, R>(values: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
