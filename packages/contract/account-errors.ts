/** Refusals about a borrower's phone, payment password and location, and about the check before an SMS; part of `errors`. */
export const accountErrors = {
  CHECK_REQUIRED: { 'zh-cn': '发送验证码前，请先完成安全验证', 'en-us': 'Complete the security check, then we’ll send the code' },
  CHECK_WRONG: { 'zh-cn': '验证未通过，请再试一次', 'en-us': 'That’s not right. Please try again' },
  CHECK_EXPIRED: { 'zh-cn': '验证已过期，请重新验证', 'en-us': 'The security check has expired. Here’s a new one' },
  CHECK_UNAVAILABLE: {
    'zh-cn': '安全验证暂时无法使用，验证码未发送，请稍后再试',
    'en-us': 'The security check isn’t available right now, so no code was sent. Please try again later',
  },
  MOBILE_SAME: { 'zh-cn': '新手机号与当前登录手机号相同', 'en-us': 'This is the phone number you log in with now' },
  MOBILE_TAKEN: {
    'zh-cn': '该手机号已用于其他账户，请换一个手机号',
    'en-us': 'Another account already uses this phone number. Please use a different one',
  },
  PAYMENT_PASSWORD_REQUIRED: { 'zh-cn': '请输入支付密码', 'en-us': 'Enter your payment password' },
  PAYMENT_PASSWORD_WRONG: {
    'zh-cn': '支付密码不正确，今日还可尝试 {{left}} 次',
    'en-us': 'Wrong payment password. Tries left today: {{left}}',
  },
  PAYMENT_PASSWORD_LOCKED: {
    'zh-cn': '支付密码错误次数过多，请明天再试，或在设置中用短信验证码重置',
    'en-us': 'Too many wrong tries. Try again tomorrow, or reset your payment password in Settings',
  },
  PAYMENT_PASSWORD_WEAK: {
    'zh-cn': '密码过于简单，请勿使用重复或连续的数字，或手机号末尾的数字',
    'en-us': 'This password is too easy. Don’t use repeated or consecutive digits, or the end of your phone number',
  },
  PAYMENT_PASSWORD_NOT_SET: { 'zh-cn': '您还没有设置支付密码', 'en-us': 'You haven’t set a payment password' },
  LOCATION_CONSENT_REQUIRED: { 'zh-cn': '请先同意使用位置信息', 'en-us': 'Agree to the use of your location first' },
  LOCATION_MISSING: { 'zh-cn': '未获取到位置，请手动选择地区', 'en-us': 'We didn’t get your location. Please choose your region yourself' },
} as const
