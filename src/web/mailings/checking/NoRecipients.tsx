import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MailingId } from '#contract/mailings/calls.ts';
import type { MailingCheck } from '#contract/mailings/check.ts';
import type { DecisionRule } from '#contract/delivery/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';

type Reason = { words: Words; step: 'who' | 'what' | null };
type Words =
  | 'template'
  | 'template_barred'
  | 'channel'
  | 'not_subscribed'
  | 'no_dialogue'
  | 'open_conversation'
  | 'opted_out';

/** The sentence for a rule that leaves all contacts out, and the step that mends it; nothing mends an opt-out. */
const REASONS: Partial<Record<DecisionRule, Reason>> = {
  template_missing: { words: 'template', step: 'what' },
  window_closed: { words: 'template', step: 'what' },
  template_not_approved: { words: 'template_barred', step: 'what' },
  template_lacks_media: { words: 'template_barred', step: 'what' },
  no_channel: { words: 'channel', step: 'what' },
  recipient_invalid: { words: 'channel', step: 'what' },
  not_subscribed: { words: 'not_subscribed', step: 'who' },
  no_dialogue: { words: 'no_dialogue', step: 'who' },
  open_conversation: { words: 'open_conversation', step: 'who' },
  opted_out: { words: 'opted_out', step: null },
  refuses_mailings: { words: 'opted_out', step: null },
};

/** The reason why a mailing would have no recipients, by the rule that leaves out the most, with the way to mend it. */
export function NoRecipients({ mailingId, check }: { mailingId: MailingId; check: MailingCheck }) {
  const t = useTexts();
  const { text, step } = useReason(check);
  return (
    <Text size="sm" c="attention" mt="xs">
      {text}{' '}
      {step && (
        <Link to="/distributions/edit/$mailingId/{-$step}" params={{ mailingId, step }} replace>
          {t('mailings:check.mend')}
        </Link>
      )}
    </Text>
  );
}

function useReason({ audience, excluded, control, missing }: MailingCheck): {
  text: string;
  step: Reason['step'];
} {
  const t = useTexts();
  if (audience === 0) return { text: t('mailing_runs:nobody.audience'), step: 'who' };
  if (missing.includes('channel')) return { text: t('mailings:missing.channel'), step: 'what' };
  const [first] = excluded.filter(({ contacts }) => contacts > control);
  if (!first) return { text: t('mailing_runs:nobody.control'), step: 'who' };
  const reason = REASONS[first.rule];
  if (reason) return { text: t(`mailing_runs:nobody.${reason.words}`), step: reason.step };
  return { text: t('mailing_runs:nobody.other', { reason: t(`rules:${first.rule}.name`) }), step: null };
}
