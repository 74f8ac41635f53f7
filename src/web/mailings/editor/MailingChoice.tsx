import { NativeSelect, Stack, Text } from '@mantine/core';
import type { MailingAudience, MailingId } from '#contract/mailings/calls.ts';
import { MAILING_OUTCOMES } from '#contract/mailings/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { SearchSelect } from '#web/ui/fields/SearchSelect.tsx';
import { useMailingRows } from '#web/mailings/use-mailings.ts';

type OfMailing = Extract<MailingAudience, { type: 'mailing' }>;

type Props = {
  /** The edited mailing: it is not offered. */
  mailingId: MailingId;
  audience: OfMailing | null;
  error: string | undefined;
  onChange: (audience: OfMailing) => void;
};

/** Recipients of an earlier mailing, by what became of their message. */
export function MailingChoice({ mailingId, audience, error, onChange }: Props) {
  const t = useTexts();
  const rows = useMailingRows({});
  const earlier = (rows.data ?? []).filter(({ id, startedAt }) => id !== mailingId && startedAt !== null);
  if (rows.isError && !rows.data) return <Failure error={rows.error} onRetry={rows.refetch} />;
  if (rows.data && earlier.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('mailings:who.no_mailings')}
      </Text>
    );
  }
  const outcome = audience?.outcome ?? 'read_not_replied';
  return (
    <Stack gap="sm">
      <SearchSelect
        label={t('mailings:who.mailing')}
        placeholder={t('audiences:choose')}
        data={earlier.map(({ id, title }) => ({ value: id, label: title }))}
        value={audience?.mailingId || null}
        error={error}
        onChange={(value) => {
          const chosen = earlier.find(({ id }) => id === value);
          if (chosen) onChange({ type: 'mailing', mailingId: chosen.id, outcome });
        }}
      />
      {audience && (
        <NativeSelect
          label={t('mailings:who.outcome')}
          value={outcome}
          data={MAILING_OUTCOMES.map((value) => ({ value, label: t(`mailings:outcome.${value}`) }))}
          onChange={({ currentTarget }) =>
            onChange({ ...audience, outcome: wordIn(MAILING_OUTCOMES, currentTarget.value) ?? outcome })
          }
        />
      )}
    </Stack>
  );
}
