import { Group, Text } from '@mantine/core';
import type { ItemAgreement } from '#contract/quality/checklists.ts';
import { REWORD_ME } from '#contract/quality/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';

/** How often people changed the verdicts on a question; one that misleads asks for other words. */
export function AgreementWords({ agreement: { judged, changed } }: { agreement: ItemAgreement }) {
  const t = useTexts();
  // NOTE: a verdict that nobody changed may not have been looked at by anybody.
  if (changed === 0) return null;
  const agreed = judged - changed;
  const isMisleading = judged >= REWORD_ME.cases && agreed / judged < REWORD_ME.agreement;
  return (
    <Group gap={6}>
      <Text span size="sm" c="dimmed">
        {t('quality:agreement', { changed, judged })}
      </Text>
      {isMisleading && <ToneBadge tone="attention">{t('quality:reword')}</ToneBadge>}
    </Group>
  );
}
