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
  },
  home: 'Back to home',
}
