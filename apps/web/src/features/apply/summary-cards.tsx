import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { applyScreens } from './apply.screens.ts'
import { useOptions } from './profile-fields.tsx'
import { shownSeconds, useReveal } from './use-reveal.ts'

type Summary = DataOf<Api['apply']['summary']>

export function SummaryCards({ summary }: { summary: Summary }) {
  const t = useWords('apply')
  const relations = useOptions('contactRelationTwo')
  const { clear, toggle } = useReveal()
  const relationOf = (value: string) => relations.find((relation) => relation.value === value)?.label ?? value
  return (
    <>
      <Button kind="text" onPress={toggle}>
        {clear === undefined ? t('confirm.reveal', { seconds: shownSeconds }) : t('confirm.hide')}
      </Button>
      <Card rows title={t('confirm.identityTitle')} extra={<Edit at={applyScreens.identity} label={t('confirm.editIdentity')} />}>
        <KeyValueList>
          <KeyValue name={t('confirm.name')} value={clear?.name ?? summary.name} />
          <KeyValue name={t('confirm.idNumber')} value={clear?.idNumber ?? summary.idNumber} />
          <KeyValue name={t('confirm.mobile')} value={clear?.mobile ?? summary.mobile} />
          <KeyValue name={t('confirm.validTo')} value={summary.validTo ?? t('confirm.longTerm')} />
        </KeyValueList>
      </Card>
      <ProfileCard profile={summary.profile} />
      <Card rows title={t('confirm.contactsTitle')} extra={<Edit at={applyScreens.profile} label={t('confirm.editContacts')} />}>
        <KeyValueList>
          {summary.contacts.map((contact, place) => (
            <KeyValue
              key={`${contact.relation}${contact.mobile}${contact.name}`}
              name={t('confirm.contact', { relation: relationOf(contact.relation), name: clear?.contacts[place]?.name ?? contact.name })}
              value={clear?.contacts[place]?.mobile ?? contact.mobile}
            />
          ))}
        </KeyValueList>
      </Card>
    </>
  )
}

function Edit({ at, label }: { at: typeof applyScreens.identity | typeof applyScreens.profile; label: string }) {
  const go = useGo()
  return (
    <Button kind="text" onPress={() => go.to(to(at))}>
      {label}
    </Button>
  )
}

function ProfileCard({ profile }: { profile: Summary['profile'] }) {
  const t = useWords('apply')
  const o = useWords('option')
  const given = (text: string) => (text === '' ? t('confirm.notGiven') : text)
  return (
    <Card rows title={t('confirm.workTitle')} extra={<Edit at={applyScreens.profile} label={t('confirm.edit')} />}>
      <KeyValueList>
        <KeyValue name={t('confirm.education')} value={o(`education.${profile.education}`)} />
        <KeyValue name={t('confirm.marital')} value={o(`marital.${profile.marital}`)} />
        <KeyValue name={t('confirm.occupation')} value={o(`occupation.${profile.occupation}`)} />
        <KeyValue name={t('confirm.trade')} value={o(`trade.${profile.trade}`)} />
        <KeyValue name={t('confirm.income')} value={o(`income.${profile.income}`)} />
        <KeyValue name={t('confirm.employer')} value={given(profile.employer)} />
        <KeyValue name={t('confirm.area')} value={profile.areaName} />
        <KeyValue name={t('confirm.address')} value={profile.address} />
        <KeyValue name={t('confirm.email')} value={given(profile.email)} />
      </KeyValueList>
    </Card>
  )
}
