import { describe, expect, test } from 'vitest'
import { codeIn } from './code-text.ts'

/** Messages as banks, carriers and shops write them; every number in them is made up. */
const messages: readonly (readonly [text: string, length: number, code: string | undefined])[] = [
  ['【95588】您尾号8888的卡验证码 0427', 4, '0427'],
  ['【富宝贷】验证码 0427，用于确认还款 899.75 元，从尾号 8888 的银行卡扣款，5 分钟内有效。请勿告诉任何人。', 4, '0427'],
  ['【富易花】验证码 0427，用于登录，5 分钟内有效。请勿告诉任何人，我们的工作人员也不会向您索要。', 4, '0427'],
  ['【沙箱银行】验证码 904271，您正在绑定尾号 8888 的借记卡，5 分钟内有效。', 6, '904271'],
  ['【示例银行】您正在向尾号8888的银行卡提现5000元，验证码为：0427，请勿泄露。', 4, '0427'],
  ['【示例银行】您尾号8888的卡于2026年11月30日申请扣款1234元，动态密码：0427。', 4, '0427'],
  ['0427（登录验证码），10分钟内有效，如非本人操作请忽略。', 4, '0427'],
  ['【示例】904271 是您的验证码，1000 积分待领取', 6, '904271'],
  ['【示例】您的验证码是：９０４２７１，感谢使用', 6, '904271'],
  ['【示例】验证码：904 271。请在30分钟内输入', 6, '904271'],
  ['【示例】校验码\u200e904271\u200e，请勿转发', 6, '904271'],
  ['【10086】您的动态码\n904271\n请勿告知他人', 6, '904271'],
  ['【示例】登录验证码0427，5分钟内有效', 4, '0427'],
  ['【示例】验证码 0427 5分钟内有效', 4, '0427'],
  ['【示例】验证码用于还款1500元：0427', 4, '0427'],
  ['Your verification code is 904271. It expires in 10 minutes.', 6, '904271'],
  ['904271 is your Example code. Call 4008 if it was not you.', 6, '904271'],
  ['Your code for the card ending 8888 is 0427', 4, '0427'],
  ['[Example] OTP: 0427. Do not share this code with anyone.', 4, '0427'],
  ['0427 is your code. Card ending in 8888.', 4, '0427'],
  ['Use one-time passcode 904-271 to log in', 6, '904271'],
  ['【95588】您尾号8888的卡验证码 904271', 4, undefined],
  ['【示例银行】您尾号8888的卡消费2000元，余额 3456', 4, undefined],
  ['验证码有问题请致电 138 0000 0000', 4, undefined],
  ['请致电 400-820-8888 咨询验证码', 4, undefined],
  ['验证码已发送至 138 0000 0000，请查收', 4, undefined],
  ['验证码将于 2026-11-30 14:30 失效', 4, undefined],
  ['【示例】您的订单 0427 已发货', 4, undefined],
  ['验证码', 4, undefined],
]

describe('NF-11 the code in a message', () => {
  test.each(messages)('%s', (text, length, code) => {
    expect(codeIn(text, length)).toBe(code)
  })
  test.each([
    ['0427', '0427'],
    ['０４２７', '0427'],
    [' 04 27\u200b', '0427'],
    ['04', '04'],
    ['', ''],
  ])('NF-11 digits alone are taken as they are: %j', (text, code) => {
    expect(codeIn(text, 4)).toBe(code)
  })
})
