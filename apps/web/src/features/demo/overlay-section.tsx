import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'

/** Enough of it that a sheet must be scrolled. */
const paragraphs = Array.from({ length: 24 }, (_, place) => place)

export function OverlaySection() {
  const t = useWords('demo')
  const [open, setOpen] = useState(false)
  return (
    <Card title={t('section.overlay')}>
      <Stack>
        <Button kind="quiet" block onPress={() => setOpen(true)}>
          {t('overlay.sheet')}
        </Button>
        <Button kind="quiet" block onPress={() => confirm({ title: t('overlay.ask'), body: t('long'), danger: true })}>
          {t('overlay.dialog')}
        </Button>
        <Button kind="quiet" block onPress={() => toast(t('overlay.saved'))}>
          {t('overlay.toast')}
        </Button>
      </Stack>
      <Sheet
        open={open}
        title={t('section.overlay')}
        onClose={() => setOpen(false)}
        footer={
          <Button block onPress={() => setOpen(false)}>
            {t('overlay.close')}
          </Button>
        }
      >
        <Stack>
          {paragraphs.map((paragraph) => (
            <Text key={paragraph}>{t('long')}</Text>
          ))}
        </Stack>
      </Sheet>
    </Card>
  )
}
