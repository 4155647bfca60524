import type { Same } from '../resources.ts'
import type { later as zh } from '../zh-cn/later.ts'

export const later: Same<typeof zh> = {
  title: '“{{title}}” is not open yet',
  lead: 'This part is being prepared. It cannot be used yet, and there is nothing you need to do.',
  now: {
    agreement:
      'Every text you are asked to agree to is shown in full when you log in, apply or sign, so that you can read it first. Those you signed are under My agreements.',
    apply: 'What you handed in is enough to go on. If anything is missing, the progress of your application says what and why.',
    authentication: 'This check is not needed now; you can apply, borrow and repay without it.',
    campaign: 'There is no campaign to take part in now. When one opens, its rules and dates are told here first.',
    capital: 'You can see your limit, the cost and your loans on the home page; the lender is named before you sign.',
    equity: 'There are no benefits to buy now, and nothing has been charged. Benefits are never a condition of a loan.',
    flow: 'You can log in, apply and borrow right here, without leaving this page.',
    settings: 'This introduction is being prepared. Version and account are under Settings.',
    other: 'You can go on from the home page.',
  },
  home: 'Back to home',
}
