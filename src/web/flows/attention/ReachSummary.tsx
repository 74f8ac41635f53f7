import { Skeleton, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ChannelReach, FlowReach } from '#contract/flows/reach.ts';
import type { ReachCause } from '#contract/flows/reach-values.ts';
import type { FlowId } from '#contract/flows/calls.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import classes from '#web/flows/reach.module.css';
import { useFlowReach } from './use-reach.ts';

type Props = {
  flowIds: readonly FlowId[];
  /** A person follows a link to what mends a cause. */
  onGo: () => void;
};

/** The contacts that flows would reach today by each channel, the causes for the others and the way to mend them; the least reached first. */
export function ReachSummary({ flowIds, onGo }: Props) {
  const t = useTexts();
  const reach = useFlowReach(flowIds);
  if (reach.isError) return <Failure error={reach.error} onRetry={reach.refetch} />;
  if (!reach.data) {
    return (
      <Loading>
        <Skeleton height={96} mt="md" />
      </Loading>
    );
  }
  const flows = reach.data.flows.toSorted((one, other) => shareOf(one) - shareOf(other));
  const [only] = flows;
  return (
    <section className={classes.reach} aria-label={t('attention:reach.title')}>
      {reach.data.messagesLeft === 0 && (
        <TroubleAlert tone="bad" action={<Link to="/payments">{t('attention:reach.pay')}</Link>}>
          {t('attention:reach.no_balance')}
        </TroubleAlert>
      )}
      {flows.length === 1 && only ? (
        <OneFlow flow={only} onGo={onGo} />
      ) : (
        <>
          <Title order={3} size="h4">
            {t('attention:reach.title')}
          </Title>
          <ul className={classes.flows}>
            {flows.map((flow) => (
              <li key={flow.flowId}>
                <Text fw={550} size="sm">
                  {flow.title}
                </Text>
                <OneFlow flow={flow} onGo={onGo} isBrief />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Flows that reach nobody come first, those without an audience last. */
const shareOf = ({ reached, audience }: FlowReach) => (audience === 0 ? 1 : reached / audience);

function OneFlow({ flow, isBrief, onGo }: { flow: FlowReach; isBrief?: boolean; onGo: () => void }) {
  const t = useTexts();
  const { sample, audience, reached, channels } = flow;
  const total = useTotal()(flow);
  return (
    <div className={classes.flow}>
      {audience > 0 && reached === 0 ? (
        <Text fw={600} c="attention">
          {t('attention:reach.nobody')}
        </Text>
      ) : (
        <Text fw={isBrief ? undefined : 600} size={isBrief ? 'sm' : undefined}>
          {total}
        </Text>
      )}
      <ul className={classes.channels}>
        {channels.map((channel) => (
          <Channel key={channel.channelId} channel={channel} flow={flow} onGo={onGo} />
        ))}
      </ul>
      {!isBrief && audience > 0 && sample !== 'owners' && (
        <Text size="sm" c="dimmed">
          {t(`attention:reach.by_${sample}`)}
        </Text>
      )}
    </div>
  );
}

function useTotal(): (flow: FlowReach) => string {
  const t = useTexts();
  const format = useFormat();
  return ({ sample, audience, reached }) => {
    const isOwner = sample === 'owners';
    if (audience === 0) return t(isOwner ? 'attention:reach.empty_owners' : 'attention:reach.empty');
    const figures = { reached: format.number(reached), audience: format.number(audience) };
    return t(isOwner ? 'attention:reach.total_owners' : 'attention:reach.total', figures);
  };
}

type ChannelProps = { channel: ChannelReach; flow: FlowReach; onGo: () => void };

function Channel({ channel, flow, onGo }: ChannelProps) {
  const t = useTexts();
  const format = useFormat();
  const { kind, title, reached, causes } = channel;
  const { Icon, name } = CHANNEL_APPEARANCES[kind];
  const { audience } = flow;
  return (
    <li>
      <span className={classes.channel}>
        <span className={classes.title}>
          <Icon size={18} stroke={1.7} role="img" aria-label={name} />
          {title}
        </span>
        {audience > 0 && (
          <span className="figures" data-none={reached === 0 || undefined}>
            {t('attention:reach.of', { reached: format.number(reached), audience: format.number(audience) })}
          </span>
        )}
      </span>
      {causes.map(({ cause, count }) => (
        <Text key={cause} size="sm" c="dimmed" className={classes.cause}>
          {count > 0 && `${format.number(count)}: `}
          {t(`attention:reach.cause.${cause}`)} <Way cause={cause} channel={channel} flowId={flow.flowId} onGo={onGo} />
        </Text>
      ))}
    </li>
  );
}

type WayProps = { cause: ReachCause; channel: ChannelReach; flowId: FlowId; onGo: () => void };

/** The link to what mends a cause; nothing where it is the contact's own choice. */
function Way({ cause, channel, flowId, onGo }: WayProps) {
  const t = useTexts();
  if (cause === 'template_missing' || cause === 'template_not_approved' || cause === 'template_lacks_media') {
    return (
      <Link to="/flows/edit/$workflowId/{-$step}" params={{ workflowId: flowId, step: 'message' }} onClick={onGo}>
        {t('attention:reach.action.template')}
      </Link>
    );
  }
  if (cause !== 'channel_down' && cause !== 'not_there') return null;
  return (
    <Link to={CHANNEL_APPEARANCES[channel.kind].path} onClick={onGo}>
      {t(`attention:reach.action.${cause === 'not_there' ? 'invite' : 'channel'}`)}
    </Link>
  );
}
