import { z } from 'zod'
import { api, sliceSummaries } from './api.ts'
import type { Auth, Endpoint } from './endpoint.ts'
import { type ErrorCode, errors, errorText } from './errors.ts'
import { constants } from './options.ts'

type Json = Readonly<Record<string, unknown>>

/** Returns the OpenAPI 3.1 document of every endpoint of the API host, examples and refusals included. */
export function openapi() {
  const paths: Record<string, Json> = {}
  for (const [slice, endpoints] of Object.entries(api))
    for (const [name, declared] of Object.entries<Endpoint>(endpoints)) {
      const path = `${constants.apiPrefix}${declared.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operation(slice, name, declared) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'fyh',
      version: constants.appVersion,
      description: about,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The host that serves this document' }],
    tags: Object.entries(sliceSummaries).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes, responses: sharedResponses, schemas: { ServerRefusal: refusal(['INPUT_INVALID', 'INTERNAL', 'BUSY']) } },
  }
}

const about = [
  'Every business answer has HTTP status 200 and an envelope: `code` 0 with `data`, 1 with a refusal (`error` names it, `msg` is its text',
  'in the language of Accept-Language, `detail` has its values), -1 when the login has expired. Other statuses are for transport and faults.',
  'Amounts are whole numbers of fen, rates are parts per million a year, dates are civil dates of Asia/Shanghai.',
].join(' ')

const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'X-User-Token', description: 'Session token that a login returns' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature',
    description: 'HMAC-SHA256 in hex of method, path, X-Timestamp, X-Nonce and the SHA-256 of the body, one line each',
  },
}

/** A guest may hold a token: some endpoints then answer for that person. */
const securityOf: Readonly<Record<Auth, readonly Json[]>> = {
  guest: [{}, { token: [] }],
  user: [{ token: [] }],
  vendor: [{ signature: [] }],
  development: [],
}

function operation(slice: string, name: string, e: Endpoint) {
  return {
    operationId: `${slice}.${name}`,
    tags: [slice],
    summary: e.summary,
    ...(e.auth === 'development' && { description: 'Exists only where development tools are switched on.' }),
    security: securityOf[e.auth],
    parameters: [...parameters('path', e), ...parameters('query', e), ...idempotency(e)],
    ...(e.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(e.body, 'input'), example: e.example.body } } },
    }),
    responses: {
      '200': answer(e),
      ...(e.auth === 'vendor' && { '401': { $ref: '#/components/responses/SignatureInvalid' } }),
      '4XX': { $ref: '#/components/responses/NotTaken' },
      '5XX': { $ref: '#/components/responses/Unavailable' },
    },
  }
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function answer(e: Endpoint) {
  const codes = refusalsOf(e)
  const examples = [
    ['done', { code: 0, msg: '', data: e.example.data }],
    ...codes.map((code) => [code, refusalExample(code)] as const),
  ] as const
  return {
    description: `The data, or one of the refusals ${codes.join(', ')}`,
    content: {
      'application/json': {
        schema: { oneOf: [done(e.data), refusal(codes)] },
        examples: Object.fromEntries(examples.map(([name, value]) => [name, { value }])),
      },
    },
  }
}

/** The refusals that an endpoint declares, and those that every endpoint of its kind can return. */
const refusalsOf = (e: Endpoint): ErrorCode[] => [
  ...e.errors,
  'INPUT_INVALID',
  ...(e.auth === 'user' ? (['LOGIN_EXPIRED'] as const) : []),
  ...(e.moves === 'money' ? (['IDEMPOTENCY_KEY_MISSING', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
]

const done = (data: z.ZodType) => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer', const: 0 }, msg: { type: 'string' }, data: jsonSchema(data, 'output') },
})

const refusal = (codes: readonly ErrorCode[]) => ({
  type: 'object',
  required: ['code', 'msg', 'data', 'error', 'detail'],
  properties: {
    code: { type: 'integer', enum: [...new Set(codes.map(envelopeCode))] },
    msg: { type: 'string', description: 'Text to show' },
    data: { type: 'null' },
    error: { type: 'string', enum: [...new Set(codes)] },
    detail: { type: 'object', description: 'The values in the text', additionalProperties: true },
  },
})

const envelopeCode = (code: ErrorCode) => (code === 'LOGIN_EXPIRED' ? -1 : 1)

/** The text keeps its places, e.g. `{waitSeconds}`: they name the values of `detail`. */
const refusalExample = (code: ErrorCode) => ({
  code: envelopeCode(code),
  msg: errors[code]['en-us'],
  data: null,
  error: code,
  detail: {},
})

const sharedResponses = {
  SignatureInvalid: {
    description: errorText('SIGNATURE_INVALID', 'en-us'),
    content: { 'application/json': { schema: refusal(['SIGNATURE_INVALID']) } },
  },
  NotTaken: {
    description: 'The request was not read: its content type is not JSON, or (429) too many requests of this user are open',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ServerRefusal' } } },
  },
  Unavailable: {
    description: 'A fault of the server, or a server that is overloaded; Retry-After says when to try again',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ServerRefusal' } } },
  },
}

function parameters(place: 'path' | 'query', e: Endpoint) {
  const schema = place === 'path' ? e.params : e.query
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, part]) => ({
    name,
    in: place,
    required: place === 'path' || !part.safeParse(undefined).success,
    schema: jsonSchema(part, 'input'),
  }))
}

const idempotency = (e: Endpoint) =>
  e.moves === 'money'
    ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', minLength: 8, maxLength: 80 } }]
    : []
