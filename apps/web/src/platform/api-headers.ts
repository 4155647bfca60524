import { constants } from '@fyh/contract/options.ts'
import { newTracingId } from './ids.ts'
import { channelCode, local, session } from './storage.ts'
import { currentToken } from './store.ts'
import { traceIds } from './trace-ids.ts'

/**
 * Spec 7, R7.2: the headers of every request. A header whose value is unknown is left out; gps may be empty, and generateId is until a first
 * visit knows it.
 */
export function requestHeaders(call: { language: string; idempotencyKey?: string | undefined }): Record<string, string> {
  const latitude = local.get('latitude')
  const longitude = local.get('longitude')
  const ids = traceIds()
  const known: Record<string, string | undefined> = {
    'X-User-Token': currentToken(),
    'X-User-Real-OpenID': session.get('openid'),
    'X-User-AppID': session.get('appid'),
    'X-User-Market': session.get('market') === undefined ? undefined : 'market',
    'Idempotency-Key': call.idempotencyKey,
  }
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Accept-Language': call.language,
    phoneType: constants.phoneType,
    gps: latitude !== undefined && longitude !== undefined ? `${latitude},${longitude}` : '',
    channel: channelCode(),
    appVersion: constants.appVersion,
    // R9.3: names this one request, so that the server's log of it is found from the phone's.
    tracingId: newTracingId(),
    ...ids,
  }
  for (const [name, value] of Object.entries(known)) if (value !== undefined && value !== '') headers[name] = value
  return headers
}
