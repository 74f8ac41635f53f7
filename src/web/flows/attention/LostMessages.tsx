import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { countFlowLosses } from '#contract/flows/reach.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/senders/senders.module.css';
import { useFlowLosses } from './use-reach.ts';

/** Messages that live flows could not send in the last days, by cause; nothing when there are none. */
export function LostMessages() {
  const { data } = useFlowLosses();
  return data?.losses.map((loss) => <Lost key={loss.rule} loss={loss} days={data} />);
}

type Losses = ReplyOf<typeof countFlowLosses>;

function Lost({ loss, days: { from, to } }: { loss: Losses['losses'][number]; days: Losses }) {
  const t = useTexts();
  const format = useFormat();
  const { rule, count, flows, flowCount } = loss;
  const [first] = flows;
  const titles = flows.map(({ title }) => t('attention:lost.named', { title })).join(', ');
  const more = flowCount - flows.length;
  return (
    <TroubleAlert
      tone="attention"
      className={classes.alert}
      title={t('attention:lost.title', { count, why: t(`attention:attention.cause.${rule}`) })}
      action={
        <Group gap="md">
          {flowCount === 1 && first ? (
            <Link to="/flows/edit/$workflowId/{-$step}" params={{ workflowId: first.id }}>
              {t('attention:lost.mend')}
            </Link>
          ) : (
            <Link to="/flows" search={{ mode: 'combat' }}>
              {t('attention:lost.mend')}
            </Link>
          )}
          <Link to="/insights/skips" search={{ period: 'week', rule, from, to }}>
            {t('attention:lost.people')}
          </Link>
        </Group>
      }
    >
      <Text size="sm">{more > 0 ? t('attention:lost.more', { titles, number: format.number(more) }) : titles}</Text>
    </TroubleAlert>
  );
}
