export const agreement = {
  title: { signed: '我的协议' },
  lead: '您签署过的每份文本，都可按签署时的原文查看。',
  signedAt: '签署于 {{time}} · 版本 {{version}}',
  empty: '还没有签署过协议',
  emptyBody: '您同意的授权与合同会列在这里。',
  more: '加载更多',
} as const
