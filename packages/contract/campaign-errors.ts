/** Refusals of red packet activities, part of `errors`. */
export const campaignErrors = {
  ACTIVITY_NOT_FOUND: { 'zh-cn': '活动不存在', 'en-us': 'We couldn’t find this promotion' },
  ACTIVITY_NOT_BEGUN: { 'zh-cn': '活动还没开始，{{startsAt}} 起可以领取', 'en-us': 'This promotion starts on {{startsAt}}' },
  ACTIVITY_OVER: { 'zh-cn': '活动已于 {{endsAt}} 结束', 'en-us': 'This promotion ended on {{endsAt}}' },
  ACTIVITY_BUDGET_USED: { 'zh-cn': '活动奖励已领完，活动已结束', 'en-us': 'All rewards have been given out, so this promotion has ended' },
  ACTIVITY_TAKEN: { 'zh-cn': '您已领取过这个红包', 'en-us': 'You’ve already received this red packet' },
  ACTIVITY_ACCOUNT_BLOCKED: {
    'zh-cn': '您的账户暂时不能使用红包，请联系客服',
    'en-us': 'Your account can’t use red packets for now. Please contact us',
  },
  ACTIVITY_NEW_USERS_ONLY: {
    'zh-cn': '仅限 {{startsAt}} 起注册的新用户领取',
    'en-us': 'This promotion is only for users who registered on or after {{startsAt}}',
  },
  ACTIVITY_TASKS_OPEN: { 'zh-cn': '还没达成领取条件', 'en-us': 'You haven’t met the conditions yet' },
  ACTIVITY_CARD_MISSING: { 'zh-cn': '请先添加本人借记卡', 'en-us': 'Add a debit card first' },
  RED_PACKET_NOT_FOUND: { 'zh-cn': '您还没有领取这个红包', 'en-us': 'You haven’t received this red packet' },
  RED_PACKET_EXPIRED: { 'zh-cn': '红包已于 {{validUntil}} 过期', 'en-us': 'This red packet expired on {{validUntil}}' },
  RED_PACKET_TAKEN_BACK: {
    'zh-cn': '领取条件已不满足，红包已收回',
    'en-us': 'The conditions are no longer met, so this red packet was taken back',
  },
  RED_PACKET_CASHED_OUT: {
    'zh-cn': '这个红包已经转账，请在红包记录中查看',
    'en-us': 'You’ve already transferred this red packet. See the red packet records',
  },
} as const
