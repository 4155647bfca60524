import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/**
 * A red packet from its receipt to its end. A transfer that fails brings it back to the balance. A condition that falls away takes it back, but
 * not what was transferred already: that is written off.
 */
export const redPacketMachine = machine('redPacket', 'held', {
  held: { cashOut: 'cashingOut', expire: 'expired', takeBack: 'takenBack' },
  cashingOut: { arrive: 'cashedOut', bounce: 'held' },
  cashedOut: { bounce: 'held', writeOff: 'writtenOff' },
  expired: {},
  takenBack: {},
  writtenOff: { bounce: 'takenBack' },
})
export type RedPacketState = StateOf<typeof redPacketMachine>
export type RedPacketEvent = EventOf<typeof redPacketMachine>
