import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { List, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { AskAboveSheet } from './ask-above-sheet.tsx'
import { NewPasswordSheet } from './new-password-sheet.tsx'
import type { PayPasswordState } from './settings.queries.ts'

type Act = 'change' | 'forgot' | 'ask'
const acts = ['ask', 'change', 'forgot'] as const

/** The payment password: the first one is set at once, one that is set can be changed, forgotten, or asked for at other amounts. */
export function PayPasswordSheet({ state, onClose }: { state: PayPasswordState; onClose: () => void }) {
  const t = useWords('settings')
  const [wasSet] = useState(state.isSet)
  const [act, setAct] = useState<Act>()
  if (!wasSet) return <NewPasswordSheet by="code" title={t('payPassword.set')} onClose={onClose} />
  if (act === 'ask') return <AskAboveSheet state={state} onClose={onClose} />
  if (act === 'change')
    return <NewPasswordSheet by="password" digitsNow={state.digits} title={t('payPassword.act.change')} onClose={onClose} />
  if (act === 'forgot') return <NewPasswordSheet by="code" title={t('payPassword.act.forgot')} onClose={onClose} />
  return (
    <Sheet open title={t('payPassword.title')} onClose={onClose}>
      <Stack gap={3}>
        <Text size="quiet">{t('payPassword.lead')}</Text>
        {state.isLocked && <Note tone="warning">{t('payPassword.lockedNote')}</Note>}
        <List label={t('payPassword.title')}>
          {acts.map((one) => (
            <ListRow key={one} title={t(`payPassword.act.${one}`)} onPress={() => setAct(one)} />
          ))}
        </List>
      </Stack>
    </Sheet>
  )
}
