export const later = {
  title: '“{{title}}”暂未开放',
  lead: '此功能正在准备中，您无需任何操作。',
  now: {
    agreement: '登录、申请和签约时会完整展示需要您同意的协议，您可以先阅读再决定。已签署的协议可在“我的协议”中查看。',
    apply: '您提交的资料已足够继续申请。',
    authentication: '目前不需要这项认证，不影响您申请额度、借款和还款。',
  },
  home: '返回首页',
} as const
