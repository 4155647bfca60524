import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { constants } from './options.ts'

/** The OpenAPI 3.1 document of every endpoint, examples included. */
export function openapi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [slice, endpoints] of Object.entries(api))
    for (const [name, declared] of Object.entries<Endpoint>(endpoints)) {
      const path = `${constants.apiPrefix}${declared.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [declared.method.toLowerCase()]: operation(slice, name, declared) }
    }
  return { openapi: '3.1.0', info: { title: 'fyh', version: constants.appVersion }, paths }
}

function operation(slice: string, name: string, e: Endpoint) {
  return {
    operationId: `${slice}.${name}`,
    tags: [slice],
    summary: e.summary,
    'x-auth': e.auth,
    'x-errors': e.errors,
    parameters: [...parameters('path', e.params), ...parameters('query', e.query), ...idempotency(e)],
    ...(e.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(e.body, 'input'), example: e.example.body } } },
    }),
    responses: {
      '200': {
        description: 'Envelope',
        content: { 'application/json': { schema: envelope(e.data), example: { code: 0, msg: '', data: e.example.data } } },
      },
    },
  }
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const envelope = (data: z.ZodType) => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: { type: 'integer', description: '0 done, 1 refused with a msg to show, -1 login expired' },
    msg: { type: 'string' },
    data: { anyOf: [jsonSchema(data, 'output'), { type: 'null' }] },
    error: { type: 'string' },
    detail: { type: 'object' },
  },
})

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined) {
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
