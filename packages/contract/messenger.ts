import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing } from './shapes.ts'

/** One app id of the messenger knows a person by one openId; all apps of one owner share the unionId, where the messenger gives it. */
const openId = z.string().min(1).max(64)
const granted = z.object({
  openId,
  /** '' where the messenger gives none. */
  unionId: z.string(),
  appId: z.string(),
  /** Shows for two hours that this visit authorised as this openId; handed to linkIdentity once a person is logged in. */
  ticket: z.string(),
})

export const messenger = {
  subscribeInfo: endpoint({
    method: 'GET',
    path: '/fp/app/wechat/getUserSubscribeInfo',
    auth: 'guest',
    summary:
      'Where a visit in the messenger authorises (R7.23), and whether the logged-in borrower follows the account: null when not known',
    data: z.object({
      appId: z.string(),
      /** The authorisation page, without any query; null where no messenger is set up, so nobody is sent there. */
      authorizeUrl: z.url().nullable(),
      subscribed: z.boolean().nullable(),
    }),
    errors: [],
    example: {
      data: { appId: 'wx0000000000000000', authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize', subscribed: null },
    },
  }),
  grantInfo: endpoint({
    method: 'POST',
    path: '/fp/app/wechat/getUserGrantInfo',
    auth: 'guest',
    summary:
      'Exchanges the code of an authorisation (R7.24) for the app of X-User-AppID, else for the official account. A code works once; the same device that sends it twice within half a minute gets one answer twice',
    body: z.object({ code: z.string().min(1).max(512) }),
    data: granted,
    errors: [
      'MESSENGER_CODE_USED',
      'MESSENGER_CODE_INVALID',
      'MESSENGER_NOT_ALLOWED',
      'MESSENGER_BUSY',
      'MESSENGER_APP_UNKNOWN',
      'VENDOR_UNAVAILABLE',
    ],
    example: {
      body: { code: '0'.repeat(32) },
      data: { openId: 'o'.repeat(28), unionId: 'u'.repeat(28), appId: 'wx0000000000000000', ticket: 't.0' },
    },
  }),
  linkIdentity: endpoint({
    method: 'POST',
    path: '/fp/app/wechat/linkIdentity',
    auth: 'user',
    summary: 'Keeps the openId of this visit for the logged-in borrower, one for each app id',
    body: z.object({ ticket: z.string().min(1).max(600) }),
    data: nothing,
    errors: ['MESSENGER_TICKET_INVALID'],
    example: { body: { ticket: 't.0' }, data: {} },
  }),
  scriptConfig: endpoint({
    method: 'POST',
    path: '/fp/app/wechat/scriptConfig',
    auth: 'guest',
    summary: 'Signs an address for the messenger’s script; what follows # is no part of it',
    body: z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
    data: z.object({ appId: z.string(), timestamp: z.int(), nonceStr: z.string(), signature: z.string() }),
    errors: ['MESSENGER_BUSY', 'MESSENGER_NOT_ALLOWED', 'VENDOR_UNAVAILABLE'],
    example: {
      body: { url: 'https://example.com/home' },
      data: { appId: 'wx0000000000000000', timestamp: 1_795_759_200, nonceStr: 'n'.repeat(16), signature: '0'.repeat(40) },
    },
  }),
}
