import type { Same } from '../resources.ts'
import type { later as zh } from '../zh-cn/later.ts'

export const later: Same<typeof zh> = {
  title: '“{{title}}” isn’t available yet',
  lead: 'We’re still working on this part. You don’t need to do anything.',
  now: {
    agreement:
      'When you log in, apply, or sign, you see every agreement in full before you decide. Those you’ve signed are under My agreements.',
    apply: 'What you’ve submitted is enough to continue.',
    authentication: 'You don’t need this check. You can apply, borrow, and repay without it.',
    campaign: 'There’s no campaign to join right now.',
    capital: 'You can see your limit, costs, and loans on the home page. We name the lender before you sign.',
    equity: 'There are no benefits to buy, and you haven’t been charged for any. You never need one to borrow.',
    flow: 'You can log in, apply, and borrow right here without leaving this page.',
    settings: 'You can see the version and your account under Settings.',
    other: 'You can continue from the home page.',
  },
  home: 'Back to home',
}
