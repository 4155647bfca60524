export const flow = {
  title: { middle: '正在前往', download: '下载 App', extend: '借款服务' },
} as const
