import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Stack, Text } from '#ui/text.tsx'
import styles from './download-screen.module.css'
import { useCopyLink } from './page-link.ts'
import { MenuArrow } from './pictures.tsx'

type BrowserMaskProps = { readonly host: 'messenger' | 'miniProgram'; readonly onClose: () => void; readonly onWeb: () => void }

/** How to leave a shell that opens no store. A mini-program has no menu that opens a browser, so there the link is copied. */
export function BrowserMask({ host, onClose, onWeb }: BrowserMaskProps) {
  const t = useWords('flow')
  const { copy, shown } = useCopyLink()
  const steps = [t('download.stepMenu'), t('download.stepBrowser'), t('download.stepStore')]
  return (
    <>
      {host === 'messenger' && (
        <div className={styles.arrow}>
          <MenuArrow />
        </div>
      )}
      <Sheet
        open
        onClose={onClose}
        title={t('download.maskTitle')}
        footer={
          <>
            <Button block kind={host === 'miniProgram' ? 'action' : 'quiet'} onPress={copy}>
              {t('download.copy')}
            </Button>
            <Button block kind="text" onPress={onWeb}>
              {t('download.understood')}
            </Button>
          </>
        }
      >
        <Stack>
          <Text>{t(host === 'messenger' ? 'download.maskBody' : 'download.maskMini')}</Text>
          {host === 'messenger' && (
            <ol className={styles.steps}>
              {steps.map((step, place) => (
                <li key={step}>
                  <span className={styles.number} aria-hidden="true">
                    {place + 1}
                  </span>
                  <span>{step}</span>
                </li>
              ))}
            </ol>
          )}
          {shown !== undefined && <p className={styles.address}>{shown}</p>}
        </Stack>
      </Sheet>
    </>
  )
}
