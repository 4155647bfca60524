import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { canLocate, takePlace } from '#platform/place.ts'
import { useQuery } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { type Area, locationLook, useGiveLocation } from './apply.queries.ts'
import { ConsentBox, useConsent } from './consent.tsx'

type Props = { onFound: (path: readonly Area[]) => void }

/** Offers the city where the device is. Nothing is asked before a press, and a person who declines is not asked again by itself. */
export function Locate({ onFound }: Props) {
  const t = useWords('apply')
  const consent = useQuery(locationLook())
  const [state, setState] = useState<'offered' | 'asking' | 'failed'>('offered')
  const locate = async () => setState((await found(onFound)) ? 'offered' : 'failed')
  if (!canLocate() || consent.data === undefined) return null
  const press = () => (consent.data.givenAt === null ? setState('asking') : locate())
  if (state === 'asking') return <Agree onAgreed={locate} onDecline={() => setState('offered')} />
  return (
    <Stack gap={1}>
      <div>
        <Button kind="text" onPress={press}>
          {t('area.locate')}
        </Button>
      </div>
      {state === 'failed' && (
        <Note tone="warning" live>
          {t('area.notLocated')}
        </Note>
      )}
    </Stack>
  )
}

/** Finds the city; false when there is no place or no city near it. */
async function found(onFound: Props['onFound']): Promise<boolean> {
  if (!(await takePlace())) return false
  try {
    const { areaPath } = await api.apply.areaHere({}, { handles: 'all' })
    if (areaPath.length === 0) return false
    onFound(areaPath)
    return true
  } catch (failure) {
    if (isRefusal(failure)) return false
    throw failure
  }
}

function Agree({ onAgreed, onDecline }: { onAgreed: () => Promise<void>; onDecline: () => void }) {
  const t = useWords('apply')
  const consent = useConsent('location')
  const give = useGiveLocation()
  const agree = async () => {
    if (consent.agreed === undefined) return consent.askFor()
    try {
      await give.mutateAsync({ agreed: consent.agreed })
    } catch (failure) {
      if (isRefusal(failure, 'AGREEMENT_OUTDATED', 'AGREEMENT_REQUIRED')) await consent.renew(failure.message)
      return
    }
    await onAgreed()
  }
  return (
    <div ref={consent.place}>
      <Stack gap={2}>
        <Text size="quiet">{t('area.locateWhy')}</Text>
        <ConsentBox consent={consent} />
        <Button block onPress={agree}>
          {t('area.agree')}
        </Button>
        <Button kind="quiet" block onPress={onDecline}>
          {t('area.decline')}
        </Button>
      </Stack>
    </div>
  )
}
