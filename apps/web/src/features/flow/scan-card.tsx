import { useEffect, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Text } from '#ui/text.tsx'
import styles from './download-screen.module.css'
import { downloadAddress, useCopyLink } from './page-link.ts'

/** The page's address as a QR code and as a link to copy. The code is drawn by a part that comes after the page. */
export function ScanCard() {
  const t = useWords('flow')
  const code = useCode()
  const { copy, shown } = useCopyLink()
  return (
    <Card>
      <div className={styles.scan}>
        <CodePicture code={code} label={t('download.code')} />
        <div className={styles.text}>
          <Text strong as="h2">
            {t('download.scanTitle')}
          </Text>
          <Text size="quiet">{t('download.scanBody')}</Text>
          <Button kind="quiet" size="small" onPress={copy}>
            {t('download.copy')}
          </Button>
        </div>
      </div>
      {shown !== undefined && <p className={styles.address}>{shown}</p>}
    </Card>
  )
}

type Code = { readonly path: string; readonly size: number }

/** Keeps the size of the code while it comes. */
function CodePicture({ code, label }: { code: Code | undefined; label: string }) {
  if (code === undefined) return <span className={styles.code} />
  return (
    <svg className={styles.code} viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={code.path} />
    </svg>
  )
}

function useCode(): Code | undefined {
  const [code, setCode] = useState<Code>()
  useEffect(() => {
    let isGone = false
    // Without the part there is no code; the link below does the same.
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(downloadAddress(), { ecc: 'M', border: 2 })
        const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
        if (!isGone) setCode({ path, size })
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return code
}
