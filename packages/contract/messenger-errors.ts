/** Refusals of the messenger, in both languages; see errors.ts. */
/** Refusals of the messenger, part of `errors`. */
export const messengerErrors = {
  MESSENGER_CODE_USED: {
    'zh-cn': '本次微信授权已使用，请重新授权',
    'en-us': 'This WeChat authorization was already used. Please authorize again',
  },
  MESSENGER_CODE_INVALID: {
    'zh-cn': '微信授权已失效，请重新授权',
    'en-us': 'Your WeChat authorization has expired. Please authorize again',
  },
  MESSENGER_NOT_ALLOWED: {
    'zh-cn': '微信暂不允许此操作，您可以使用短信登录',
    'en-us': 'WeChat doesn’t allow this right now. You can log in by text message',
  },
  MESSENGER_BUSY: {
    'zh-cn': '微信服务繁忙，请稍后重试，或使用短信登录',
    'en-us': 'WeChat is busy. Please try again shortly, or log in by text message',
  },
  MESSENGER_APP_UNKNOWN: {
    'zh-cn': '该微信应用未登记，请从公众号重新进入',
    'en-us': 'We don’t know this WeChat app. Please open the page from our official account',
  },
  MESSENGER_TICKET_INVALID: {
    'zh-cn': '微信身份已过期，请重新进入',
    'en-us': 'Your WeChat session has expired. Please open the page again',
  },
} as const
