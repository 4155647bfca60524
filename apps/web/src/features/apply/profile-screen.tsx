import { studentOccupation } from '@fyh/contract/options.ts'
import { useWords } from '#locales/i18n.ts'
import { timeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { profileLook } from './apply.queries.ts'
import { ContactsCard } from './contact-fields.tsx'
import { Choice, HomeCard, PersonCard, WorkCard } from './profile-fields.tsx'
import { type ProfileForm as ProfileFormState, useProfileForm } from './profile-form.ts'
import { StepGate } from './step-gate.tsx'
import { StepHead } from './step-head.tsx'
import type { DraftState } from './use-draft.ts'

export function ProfileScreen() {
  const profile = useQuery({ ...profileLook(), refetchOnWindowFocus: false })
  if (profile.data === undefined)
    return <Page>{profile.isError ? <Failed onRetry={() => profile.refetch()} /> : <Loading figure={false} cards={3} />}</Page>
  return <ProfileForm known={profile.data} />
}

function ProfileForm({ known }: { known: Parameters<typeof useProfileForm>[0] }) {
  const t = useWords('apply')
  const form = useProfileForm(known)
  if (form.draft.occupation === studentOccupation) return <StudentProfile form={form} />
  return (
    <Page
      place={form.place}
      footer={
        <>
          <Saved state={form.saved} />
          <Button block type="submit" onPress={form.submit}>
            {t('profile.submit')}
          </Button>
        </>
      }
    >
      <StepHead step="profile" heading={t('profile.heading')} lead={t('profile.lead')} />
      <PersonCard form={form} />
      <WorkCard form={form} />
      <HomeCard form={form} />
      <ContactsCard form={form} />
    </Page>
  )
}

/** Students are refused by the rules, so nothing more is asked of one; the occupation can still be changed. */
function StudentProfile({ form }: { form: ProfileFormState }) {
  const t = useWords('apply')
  const go = useGo()
  return (
    <Page
      footer={
        <Button block onPress={go.home}>
          {t('result.home')}
        </Button>
      }
    >
      <StepHead step="profile" heading={t('profile.heading')} lead={t('profile.lead')} />
      <Card rows title={t('profile.workTitle')}>
        <Choice form={form} list="occupation" label={t('profile.occupation')} />
      </Card>
      <Note tone="warning" live>
        {t('profile.studentNote')}
      </Note>
    </Page>
  )
}

function Saved({ state }: { state: DraftState }) {
  const t = useWords('apply')
  const words = {
    idle: () => t('profile.leaveNote'),
    saving: () => t('profile.saving'),
    failed: () => t('profile.notSaved'),
    saved: () => (state.step === 'saved' ? t('profile.savedAt', { time: timeOf(state.at) }) : ''),
  }[state.step]()
  return (
    <Text size="small" centred figures tone={state.step === 'failed' ? 'warning' : undefined}>
      {words}
    </Text>
  )
}

/** What was filled in can be changed until the application is handed in. */
export const ProfileStep = () => (
  <StepGate openAt={['profile', 'confirm']}>
    <ProfileScreen />
  </StepGate>
)
