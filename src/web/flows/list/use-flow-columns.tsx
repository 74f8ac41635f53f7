import { Anchor, Text } from '@mantine/core';
import type { FlowRow } from '#contract/flows/list.ts';
import { MAX_COUNTED_TODAY } from '#contract/flows/values.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { Column } from '#web/ui/lists/list.ts';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { flowErrorText } from '#web/flows/attention/error-words.ts';
import classes from '#web/flows/flows.module.css';
import senders from '#web/senders/senders.module.css';
import { canGoLive, goLiveKey } from '#web/flows/going-live/go-live.ts';
import { TariffWay } from '#web/flows/going-live/TariffWay.tsx';
import { useTimingWords } from '#web/flows/editor/use-timing-words.ts';

/** Columns of the list of flows. */
export function useFlowColumns({
  hasClicks,
  onGoLive,
}: {
  /** Clicks are known only where links are shortened. */
  hasClicks: boolean;
  onGoLive: (flow: FlowRow) => void;
}): Column<FlowRow>[] {
  const t = useTexts();
  const format = useFormat();
  const timing = useTimingWords();
  const figure = (
    key: 'planned' | 'sent' | 'read' | 'clicked' | 'replied',
    from?: Column<FlowRow>['from'],
  ): Column<FlowRow> => ({
    key,
    title: t(`attention:count.${key}`),
    isNumeric: true,
    from,
    cell: ({ counts }) => format.number(counts[key]),
  });
  const atMost = (count: number) => format.number(count) + (count === MAX_COUNTED_TODAY ? '+' : '');
  return [
    {
      key: 'title',
      title: t('flows:name'),
      isMain: true,
      isSortable: true,
      cell: (flow) => (
        <span className={senders.title}>
          <span>{flow.title}</span>
          <Text span size="sm" c="dimmed">
            {timing(flow.kind, flow.delayMinutes)}
          </Text>
        </span>
      ),
    },
    { key: 'status', title: t('flows:status'), cell: (flow) => <FlowState flow={flow} onGoLive={onGoLive} /> },
    // NOTE: a laptop has room for four figures.
    figure('planned', hasClicks ? 'widest' : 'medium'),
    figure('sent'),
    figure('read', 'medium'),
    ...(hasClicks ? [figure('clicked', 'medium')] : []),
    figure('replied', 'medium'),
    {
      key: 'next',
      title: t('attention:next'),
      cell: ({ nextMessageAt, nextMessageTimeZone, todayCount }) => (
        <span className={`${senders.title} ${classes.next}`}>
          <span>{nextMessageAt ? <Moment at={nextMessageAt} zone={nextMessageTimeZone ?? undefined} /> : '—'}</span>
          {todayCount > 1 && (
            <Text span size="sm" c="dimmed">
              {t('attention:today_count', { number: atMost(todayCount) })}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'updated',
      title: t('attention:list.updated'),
      isBrief: true,
      isSortable: true,
      from: 'wide',
      cell: ({ updatedAt }) => <Moment at={updatedAt} as="ago" />,
    },
  ];
}

/** Status and mode, with the error, and the switch of a flow in test to live. */
function FlowState({ flow, onGoLive }: { flow: FlowRow; onGoLive: (flow: FlowRow) => void }) {
  const t = useTexts();
  const trouble = flow.errorCode ? flowErrorText(flow.errorCode, flow.errorReason, t) : flow.errorReason;
  const toFill = flow.toFill.map((what) => t(`attention:list.fill.${what}`)).join(', ');
  return (
    <span className={classes.badges}>
      <StatusBadge
        status={flow.status}
        mode={flow.mode}
        isUnheard={flow.attention !== null}
        reason={trouble ?? undefined}
      />
      {canGoLive(flow) && (
        <Anchor component="button" type="button" size="sm" onClick={() => onGoLive(flow)}>
          {t(goLiveKey(flow.kind))}
        </Anchor>
      )}
      {flow.attention && (
        <Text span size="sm" c="attention">
          {t(`attention:attention.cause.${flow.attention.rule}`)}
        </Text>
      )}
      {flow.status === 'error' && trouble && (
        <Text span size="sm" c="bad">
          {trouble}
        </Text>
      )}
      {toFill && (
        <Text span size="sm" c="attention">
          {t('attention:list.to_fill', { what: toFill })}
        </Text>
      )}
      {flow.status === 'unavailable' && <TariffWay tariffIds={flow.tariffIds} />}
    </span>
  );
}
