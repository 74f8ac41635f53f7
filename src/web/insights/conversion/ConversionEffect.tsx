import { Box, Button, Card, Group, Text } from '@mantine/core';
import type { FlowId } from '#contract/flows/calls.ts';
import type { ConversionCounts, ConversionEffect as Effect } from '#contract/insights/conversion.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { FigureTitle } from '#web/insights/figures/FigureTitle.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from '#web/insights/conversion.module.css';
import { useHoldOut } from './use-conversion.ts';

type Props = {
  flowId: FlowId | undefined;
  effect: Effect;
  controlPercent: number | null;
  total: ConversionCounts;
  /** Opens the contacts of the control group. */
  onHeld: () => void;
};

/** Additional visits of a flow compared with its control group; or what is missing to compute them. */
export function ConversionEffect({ flowId, effect, controlPercent, total, onHeld }: Props) {
  const t = useTexts();
  return (
    <Card component="section" className={classes.card} aria-label={t('insights:conversion.effect.title')}>
      <Box mb="xs">
        <FigureTitle order={2} title={t('insights:conversion.effect.title')} about={t('insights:definition.effect')} />
      </Box>
      {effect.state === 'choose_flow' && <Text c="dimmed">{t('insights:conversion.effect.choose')}</Text>}
      {effect.state === 'off' && <Text>{t('insights:conversion.effect.off')}</Text>}
      {effect.state === 'gathering' && (
        <>
          <Text className={classes.verdict}>{t('insights:conversion.effect.gathering')}</Text>
          <Needed needed={effect.needed} />
        </>
      )}
      {effect.state === 'measured' && <Measured {...effect} />}
      {(effect.state === 'gathering' || effect.state === 'measured') && (
        <dl className={classes.groups}>
          <Compared label={t('insights:conversion.effect.wrote')} count={effect.sent} came={effect.sentVisited} />
          <Compared
            label={t('insights:conversion.effect.held')}
            count={effect.held}
            came={effect.heldVisited}
            onOpen={effect.held > 0 ? onHeld : undefined}
          />
        </dl>
      )}
      {'sent' in effect && effect.held > 0 && effect.sent < total.sent && (
        <Text size="sm" c="dimmed">
          {t('insights:conversion.effect.same_days')}
        </Text>
      )}
      {flowId !== undefined && controlPercent !== null && <Switch flowId={flowId} percent={controlPercent} />}
    </Card>
  );
}

function Measured({ visits, low, high, isSure }: Extract<Effect, { state: 'measured' }>) {
  const t = useTexts();
  const format = useFormat();
  const range = { low: format.number(low), high: format.number(high) };
  if (!isSure) {
    return (
      <>
        <Text className={classes.verdict}>{t('insights:conversion.effect.unsure')}</Text>
        <Text>{t('insights:conversion.effect.unsure_text', range)}</Text>
      </>
    );
  }
  const count = Math.abs(visits);
  const counted = { count, number: format.number(count) };
  const turned = { low: format.number(-high), high: format.number(-low) };
  return (
    <>
      <Text className={classes.verdict}>
        {visits < 0 ? t('insights:conversion.effect.fewer', counted) : t('insights:conversion.effect.visits', counted)}
      </Text>
      <Text>{t('insights:conversion.effect.range', visits < 0 ? turned : range)}</Text>
    </>
  );
}

function Needed({ needed }: { needed: number | null }) {
  const t = useTexts();
  const format = useFormat();
  if (needed === null) return <Text>{t('insights:conversion.effect.few_messages')}</Text>;
  return <Text>{t('insights:conversion.effect.needed', { count: needed, number: format.number(needed) })}</Text>;
}

type ComparedProps = { label: string; count: number; came: number; onOpen?: (() => void) | undefined };

function Compared({ label, count, came, onOpen }: ComparedProps) {
  const t = useTexts();
  const format = useFormat();
  const share = count === 0 ? '' : format.percent(came / count);
  const summary =
    count === 0
      ? t('insights:conversion.effect.group_none')
      : t('insights:conversion.effect.group', { came: format.number(came), count: format.number(count), share });
  return (
    <div>
      <dt>{label}</dt>
      <dd>{onOpen ? <LinkButton onClick={onOpen}>{summary}</LinkButton> : summary}</dd>
    </div>
  );
}

const SHARES = [5, 10] as const;

function Switch({ flowId, percent }: { flowId: FlowId; percent: number }) {
  const t = useTexts();
  const holdOut = useHoldOut(flowId);
  const isOff = percent === 0;
  return (
    <div className={classes.switch}>
      <Text size="sm" c="dimmed">
        {isOff ? t('insights:conversion.effect.on_hint') : t('insights:conversion.effect.now', { percent })}
      </Text>
      <Group gap="xs">
        {SHARES.filter((share) => share !== percent).map((share) => (
          <Button
            key={share}
            variant={isOff && share === 10 ? undefined : 'default'}
            loading={holdOut.isPending && holdOut.variables === share}
            onClick={() => holdOut.mutate(share)}
          >
            {t('insights:conversion.effect.on', { percent: share })}
          </Button>
        ))}
        {!isOff && (
          <Button
            variant="subtle"
            loading={holdOut.isPending && holdOut.variables === 0}
            onClick={() => holdOut.mutate(0)}
          >
            {t('insights:conversion.effect.turn_off')}
          </Button>
        )}
      </Group>
    </div>
  );
}
