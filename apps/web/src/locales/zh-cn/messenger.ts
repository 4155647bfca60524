export const messenger = {
  notice: {
    title: '微信授权',
    refusedTitle: '尚未授权',
    refusedBody: '未获取到微信授权码。您可以重新授权，或用手机号和短信验证码登录。',
    failedTitle: '授权未完成',
    failedBody: '未收到微信的授权结果。您可以重试，或用手机号和短信验证码登录。',
    retry: '重新授权',
    sms: '短信登录',
    goOn: '继续使用',
  },
  waiting: {
    title: '正在进行微信授权',
    slow: '网络较慢，请稍候，也可以用短信登录',
  },
  error: {
    noUserInfo: '获取用户信息失败，您可以使用短信登录',
    failed: '授权失败，您可以使用短信登录',
    notInMessenger: '请在微信中打开本页面后授权',
  },
} as const
