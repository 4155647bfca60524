import type { Same } from '../resources.ts'
import type { campaign as zh } from '../zh-cn/campaign.ts'

export const campaign: Same<typeof zh> = {
  title: { cash: 'Cash red packet', receive: 'Receive the red packet', records: 'Red packet records' },
}
