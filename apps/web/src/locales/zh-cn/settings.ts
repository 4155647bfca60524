export const settings = {
  title: '设置',
  language: '语言',
  theme: '外观',
  mobile: '手机号',
  about: '版本',
  logout: '退出登录',
  logoutTitle: '退出登录？',
  logoutBody: '退出后需要用验证码重新登录，您的资料和借款不受影响。',
  logoutConfirm: '退出',
  stay: '暂不退出',
  loggedOut: '已退出登录',
} as const
