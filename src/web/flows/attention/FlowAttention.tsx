import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Flow } from '#contract/flows/calls.ts';
import type { MendableRule } from '#contract/flows/reach-values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/senders/senders.module.css';

/** The page that mends a cause, and the words of its link. */
const WAYS = {
  template_missing: 'template',
  template_not_approved: 'template',
  template_lacks_media: 'template',
  no_channel: 'invite',
  channel_removed: 'channel',
  channel_unavailable: 'channel',
  quota_exhausted: 'pay',
} as const satisfies Record<MendableRule, string>;

/** A live flow reaches nobody: the cause, what mends it, and the contacts who got nothing. */
export function FlowAttention({ id, attention }: { id: Flow['id']; attention: NonNullable<Flow['attention']> }) {
  const t = useTexts();
  const { rule } = attention;
  const why = t(`attention:attention.cause.${rule}`);
  return (
    <TroubleAlert
      tone="attention"
      title={t('attention:attention.title')}
      className={classes.alert}
      action={
        <Group gap="md">
          <Way flowId={id} rule={rule} />
          <Link to="/insights/skips" search={{ senderId: id }}>
            {t('attention:attention.skips')}
          </Link>
        </Group>
      }
    >
      {t('attention:attention.text', { why })}
    </TroubleAlert>
  );
}

function Way({ flowId, rule }: { flowId: Flow['id']; rule: MendableRule }) {
  const t = useTexts();
  const way = WAYS[rule];
  if (way === 'pay') return <Link to="/payments">{t('attention:reach.pay')}</Link>;
  const step = way === 'template' ? 'message' : 'send';
  return (
    <Link to="/flows/edit/$workflowId/{-$step}" params={{ workflowId: flowId, step }}>
      {t(`attention:reach.action.${way}`)}
    </Link>
  );
}
