import type { Brand } from '../brand.ts'
import './fyh.css'

export const fyh: Brand = {
  id: 'fyh',
  titleKey: 'shell:brand.fyh',
  markKey: 'shell:brandMark.fyh',
  icon: { ground: '#FFC71F', ink: '#1D1A10' },
}
