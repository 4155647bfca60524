import { options } from '@fyh/contract/options.ts'
import { useState } from 'react'
import { AgreementBox } from '#blocks/agreement-box.tsx'
import { type Offer, useWish } from '#blocks/use-wish.ts'
import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Text } from '#ui/text.tsx'
import styles from './capital.module.css'
import type { Partner } from './capital.queries.ts'
import { GivenCard, NotGivenCard, PartnerHead } from './partner-cards.tsx'
import { PartnerPrice } from './partner-price.tsx'
import { Refused } from './partner-refused.tsx'
import { useAgreeing } from './use-agreeing.ts'

type Props = { readonly partner: Partner; readonly products: Offer['products']; readonly page: string }

/** Who lends, what it costs, which data would go there and which never do. Agreeing is one tick that starts empty; not agreeing is as easy. */
export function PartnerOffer({ partner, products, page }: Props) {
  const t = useWords('capital')
  const today = useToday()
  const wish = useWish({ today, uses: [...options.loanUse], products })
  const [editing, setEditing] = useState(false)
  const agreeing = useAgreeing({ partner, wish, page, onWish: () => setEditing(true) })
  if (agreeing.isRefused) return <Refused partner={partner} onBack={agreeing.takeBack} />
  const { usual, most } = partner.answerMinutes
  return (
    <Page
      place={agreeing.form.place}
      footer={
        <>
          <AgreementBox
            lead={t('jsd.agree')}
            texts={[partner.consentText]}
            source={{ kind: 'partner', capitalId: partner.capitalId }}
            checked={agreeing.agreed}
            onChange={agreeing.setAgreed}
            error={agreeing.form.errorOf('agreed')}
          />
          <div className={styles.two}>
            <Button kind="quiet" block onPress={agreeing.refuse}>
              {t('jsd.refuse')}
            </Button>
            <Button block type="submit" onPress={agreeing.agree}>
              {t('jsd.go')}
            </Button>
          </div>
          <Text size="small" centred>
            {partner.pageHost === null ? t('jsd.refuseNote') : t('jsd.pageNote', { host: partner.pageHost })}
          </Text>
        </>
      }
    >
      <PartnerHead partner={partner} />
      {partner.opensAt !== null && <Note tone="warning">{t('jsd.closed', partner.openingHours)}</Note>}
      <PartnerPrice wish={wish} example={partner.worked} editing={editing} onEdit={setEditing} />
      <GivenCard partner={partner} />
      <NotGivenCard partner={partner} />
      <Text size="small" centred figures>
        {t('jsd.answer', { usual: agreeing.duration(usual), most: agreeing.duration(most) })}
      </Text>
    </Page>
  )
}
