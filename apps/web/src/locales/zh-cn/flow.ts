export const flow = {
  title: { middle: '页面跳转', download: '下载 App', extend: '借款服务' },
} as const
