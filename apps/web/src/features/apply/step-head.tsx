import { useWords } from '#locales/i18n.ts'
import { Progress } from '#ui/steps.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { workSteps } from './apply-flow.ts'

/** Where one is in the application, what this screen is for and why. */
export function StepHead({ step, heading, lead }: { step: (typeof workSteps)[number]; heading: string; lead: string }) {
  const t = useWords('apply')
  const place = workSteps.indexOf(step) + 1
  return (
    <Stack gap={3}>
      <Progress step={place} of={workSteps.length} label={t('progress', { step: place, of: workSteps.length })} />
      <div>
        <Text size="lead" as="h2">
          {heading}
        </Text>
        <Text size="quiet">{lead}</Text>
      </div>
    </Stack>
  )
}
