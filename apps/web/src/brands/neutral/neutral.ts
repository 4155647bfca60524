import type { Brand } from '../brand.ts'
import './neutral.css'

export const neutral: Brand = {
  id: 'neutral',
  titleKey: 'shell:brand.neutral',
  markKey: 'shell:brandMark.neutral',
  icon: { ground: '#2B2F36', ink: '#FFFFFF' },
}
