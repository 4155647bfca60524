import { useState } from 'react'
import type { PhotoOf } from '#host/port.ts'
import { currentHost } from '#platform/navigation.ts'

/** closed: the person wants no picture now; none: there is no camera to be had, the file chooser is the way on. */
export type AppPhoto = File | 'closed' | 'none'

/**
 * The native app's own camera. One that was refused or did not answer is not asked again on this screen, so that the next press
 * opens the file chooser in the same moment: browsers open none later than that.
 */
export function useAppCamera() {
  const [state, setState] = useState<'offered' | 'left' | 'denied'>(() => (currentHost().isNativeApp ? 'offered' : 'left'))
  return {
    isOffered: state === 'offered',
    /** The phone's settings forbid the app its camera. */
    isDenied: state === 'denied',
    /** The person wants the file chooser. */
    leave: () => setState('left'),
    ask: async (of: PhotoOf): Promise<AppPhoto> => {
      if (state !== 'offered') return 'none'
      const taken = await currentHost().takePhoto(of)
      if (taken.outcome === 'ok') return taken.data
      if (taken.outcome === 'refused' && taken.why === 'cancelled') return 'closed'
      setState(taken.outcome === 'refused' && taken.why === 'denied' ? 'denied' : 'left')
      return 'none'
    },
  }
}
