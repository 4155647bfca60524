/** Refusals of customer service; part of the table in errors.ts. */
export const serviceErrors = {
  TICKET_NOT_FOUND: { 'zh-cn': '这条记录不存在', 'en-us': 'We couldn’t find this record' },
  TICKETS_TOO_MANY: {
    'zh-cn': '您有 {{max}} 条记录尚未答复，请等待答复或致电客服',
    'en-us': 'You have {{max}} open requests. Please wait for our answers or call us',
  },
} as const
