/** Refusals about partner lenders, see errors.ts. */
export const capitalErrors = {
  CAPITAL_NOT_LISTED: {
    'zh-cn': '该合作机构目前不办理新的申请，请查看其他机构',
    'en-us': 'This partner lender isn’t taking new applications. Please see the other lenders',
  },
  CAPITAL_NOT_MATCHED: {
    'zh-cn': '{{lender}}暂不能受理您的申请，您可以查看原因或其他机构',
    'en-us': 'Your application can’t go to {{lender}} for now. See why, or choose another lender',
  },
  CAPITAL_OTHER_OPEN: {
    'zh-cn': '您有一笔申请正在其他机构办理，请先等待结果或取消',
    'en-us': 'You have an open application with another lender. Wait for its result or cancel it first',
  },
  CAPITAL_STEP_NOT_OPEN: {
    'zh-cn': '申请的状态已变化，请刷新后查看',
    'en-us': 'The state of your application has changed. Reload the page to see it',
  },
  CAPITAL_CONSENT_MISSING: {
    'zh-cn': '您已撤回对该机构的授权，如需继续请重新授权',
    'en-us': 'You withdrew your consent for this lender. To go on, please give it again',
  },
  CAPITAL_FORM_INVALID: { 'zh-cn': '请检查标出的内容', 'en-us': 'Please check the marked fields' },
  CAPITAL_QUOTA_USED: {
    'zh-cn': '{{lender}}今日受理名额已满，请明天再试或选择其他机构',
    'en-us': 'Today’s applications to {{lender}} are used up. Try again tomorrow, or choose another lender',
  },
  CAPITAL_NO_NEXT: {
    'zh-cn': '目前没有其他机构可以受理，您的额度不受影响',
    'en-us': 'No other lender can take your application for now. Your limit isn’t affected',
  },
  APPROVAL_MISSING: {
    'zh-cn': '该产品需要合作机构先批准，或批准已失效，请重新申请',
    'en-us': 'This product needs the partner lender’s approval first, or the approval has ended. Please apply again',
  },
  APPROVAL_NOT_ENOUGH: {
    'zh-cn': '超过了合作机构批准的金额，最多可借 {{available}} 元',
    'en-us': 'This is more than the partner lender approved. You can borrow up to ¥{{available}}',
  },
  CAPITAL_APPLICATION_NOT_FOUND: { 'zh-cn': '申请不存在', 'en-us': 'We couldn’t find this application' },
  CAPITAL_CONSENT_NOT_FOUND: { 'zh-cn': '授权记录不存在', 'en-us': 'We couldn’t find this consent' },
  HAND_OVER_UNKNOWN: {
    'zh-cn': '跳转信息无效，请在办理结果中查看进度',
    'en-us': 'This link isn’t valid. Please check the progress of your application',
  },
  HAND_OVER_USED: {
    'zh-cn': '该页面已打开过，请返回后重新进入',
    'en-us': 'This page was already opened. Go back and open it again',
  },
  HAND_OVER_EXPIRED: {
    'zh-cn': '打开时间过长，跳转已失效，请返回后重新进入',
    'en-us': 'This link has expired. Go back and open it again',
  },
} as const
