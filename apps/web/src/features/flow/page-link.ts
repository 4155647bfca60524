import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { copyText } from '#platform/copy-text.ts'
import { channelCode, session } from '#platform/storage.ts'
import { toast } from '#ui/toast.tsx'

/** The address of this page with the brand and the channel of the visit, and nothing else of it. */
export function downloadAddress(): string {
  const brand = session.get('productType')
  const search = new URLSearchParams({ channelCode: channelCode(), ...(brand !== undefined && { productType: brand }) })
  return `${window.location.origin}/download?${search}`
}

/** Copies that address; where the browser does not allow it, the address is shown to be copied by hand. */
export function useCopyLink() {
  const t = useWords('flow')
  const [shown, setShown] = useState<string>()
  const copy = async () => {
    const address = downloadAddress()
    const isCopied = await copyText(address)
    setShown(isCopied ? undefined : address)
    toast(t(isCopied ? 'download.copied' : 'download.notCopied'))
  }
  return { copy, shown }
}
