import type { Brand } from '../brand.ts'
import './fbd.css'

export const fbd: Brand = {
  id: 'fbd',
  titleKey: 'shell:brand.fbd',
  markKey: 'shell:brandMark.fbd',
  icon: { ground: '#1A5FE8', ink: '#FFFFFF' },
}
