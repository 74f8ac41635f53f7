import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ClinicSetup } from '#contract/onboarding/clinic.ts';
import { pageOf } from '#web/connections/connection-appearances.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

/** The end of a clinic's quick start: since when, or from when, reminders leave. */
export function ClinicStarted({ setup: { reminder, startsOn, today } }: { setup: ClinicSetup }) {
  const t = useTexts();
  const format = useFormat();
  const isLate = !reminder?.isLive && startsOn !== null && startsOn < today;
  return (
    <Text mt="md" role="status">
      {reminder?.isLive && t('connections:medflex.start.live')}
      {!reminder?.isLive &&
        startsOn !== null &&
        t(isLate ? 'connections:medflex.start.late' : 'connections:medflex.start.waiting', {
          day: format.days(startsOn),
        })}{' '}
      <Anchor component={Link} to={pageOf('medflex')}>
        {t('connections:medflex.start.clinics')}
      </Anchor>
    </Text>
  );
}
