import type { Same } from '../resources.ts'
import type { agreement as zh } from '../zh-cn/agreement.ts'

export const agreement: Same<typeof zh> = {
  title: { signed: 'My agreements' },
  lead: 'Every text you signed, readable exactly as it was signed.',
  signedAt: 'Signed {{time}} · version {{version}}',
  empty: 'Nothing signed yet',
  emptyBody: 'Consents and contracts you agree to are listed here.',
  more: 'Load more',
}
