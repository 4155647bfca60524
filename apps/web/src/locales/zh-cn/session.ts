export const session = {
  login: {
    title: '登录',
    heading: '手机号登录',
    lead: '未注册的手机号验证后自动注册',
    mobile: '手机号',
    mobilePlaceholder: '请输入 11 位手机号',
    mobileInvalid: '手机号格式不正确，请输入 11 位手机号',
    codeMissing: '请先获取并输入验证码',
    submit: '登录 / 注册',
    agree: '我已阅读并同意',
    agreeFirst: '请先阅读并同意协议',
    neverAsk: '我们不会以任何理由向您索要验证码',
    welcomeBack: '登录成功',
    withoutPartner: '直接注册',
  },
} as const
