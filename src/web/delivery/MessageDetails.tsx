import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import {
  IconFile,
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowRight,
  IconBan,
  IconBolt,
  IconCalendar,
  IconCheck,
  IconChecks,
  IconClick,
  IconClock,
  IconHelpCircle,
  IconMessages,
  IconScale,
  IconSend,
  IconShoppingBag,
} from '@tabler/icons-react';
import { CHANNEL_KIND_NAMES } from '#contract/channels/kinds.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import { Link } from '@tanstack/react-router';
import type { DecisionRule, MessageTrace, TraceStep } from '#contract/delivery/calls.ts';
import { ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_STATUSES } from '#contract/visits/values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import type { TextKey } from '#web/locales/resources.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { TroubleAlert } from '#web/ui/feedback/TroubleAlert.tsx';
import { Compared } from './Compared.tsx';
import { causeOf, isOfCascade } from './trace-words.ts';
import classes from './delivery.module.css';
import { RuleWay } from './RuleWay.tsx';
import { FormMark } from './FormMark.tsx';
import { MessageHead } from './MessageHead.tsx';
import { notableSteps } from './notable-steps.ts';
import { EntryState } from './use-log-columns.tsx';
import { useMessageTrace, useSettleMessage } from './use-message-log.ts';

/** The trace of one message, or of a verdict against one. */
export function MessageDetails({ entryId }: { entryId: string }) {
  const trace = useMessageTrace(entryId);
  if (trace.data) return <TraceView trace={trace.data} />;
  if (trace.isError) return <Failure error={trace.error} onRetry={trace.refetch} />;
  return (
    <Loading>
      <Stack gap={20}>
        <Skeleton height={46} width="70%" />
        <Skeleton height={24} width={140} />
        <Skeleton height={96} />
        <RowsSkeleton rows={4} />
      </Stack>
    </Loading>
  );
}

type TraceProps = {
  trace: MessageTrace;
  /** The message belongs to another cabinet: nothing leads to its pages, and nothing is done here. */
  isForeign?: boolean;
};

/** The whole trace of one entry of the log. Texts: delivery, rules, senders. */
export function TraceView({ trace, isForeign = false }: TraceProps) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const canOpen = useCanOpen();
  const { entry, visit, orderNumber, conversationId } = trace;
  const { timeZone } = entry;
  return (
    <div className={classes.story}>
      <div>
        <MessageHead trace={trace} isForeign={isForeign} />
        {entry.isTest && trace.recipient && (
          <Text size="sm" c="dimmed">
            {t('delivery:test_recipient', { phone: formatPhone(trace.recipient) })}
          </Text>
        )}
        {conversationId && !isForeign && canOpen('/conversations') && (
          <Button
            variant="default"
            size="xs"
            mt="sm"
            leftSection={<IconMessages size={16} />}
            renderRoot={(props) => <Link to="/conversations" search={{ thread: conversationId }} {...props} />}
          >
            {t('delivery:open_chat')}
          </Button>
        )}
      </div>
      <div>
        <EntryState entry={entry} isWhole />
        {entry.rule && !isForeign && <RuleWay rule={entry.rule} />}
        {entry.status === 'planned' && new Date(entry.at).getTime() > productNow() && (
          <Text c="dimmed" ml={22}>
            {t('delivery:leaves', { when: format.dateTime(entry.at, timeZone) })}
          </Text>
        )}
      </div>
      {trace.errorText && (isForeign || entry.status !== 'unknown') && (
        <TroubleAlert tone="bad">{t('delivery:provider_says', { text: trace.errorText })}</TroubleAlert>
      )}
      {entry.status === 'unknown' && !isForeign && <Doubt entryId={entry.id} />}
      {(entry.body || trace.file || trace.imageUrl) && (
        <div className={classes.bubble}>
          {trace.imageUrl && <img src={trace.imageUrl} alt="" width="100%" />}
          {trace.file && <SentFile {...trace.file} />}
          <FormMark entry={entry} />
          {entry.body}
          {trace.buttons.length > 0 && (
            <span className={classes.buttons}>
              {trace.buttons.map((button) => (
                <span key={button.title}>{button.title}</span>
              ))}
            </span>
          )}
        </div>
      )}
      {trace.cost && <Cost cost={trace.cost} />}
      {visit && (
        <div className={classes.visit}>
          <IconCalendar size={18} stroke={1.8} aria-hidden />
          <div>
            <Text fw={550}>{t('delivery:visit_at', { when: format.dateTime(visit.startsAt, timeZone) })}</Text>
            <Text size="sm" c="dimmed">
              {[visit.serviceTitles.join(', '), visit.masterName, visit.branchTitle].filter(Boolean).join(' · ')}
            </Text>
          </div>
        </div>
      )}
      {orderNumber && (
        <div className={classes.visit}>
          <IconShoppingBag size={18} stroke={1.8} aria-hidden />
          <Text fw={550}>{t('delivery:order_number', { number: orderNumber })}</Text>
        </div>
      )}
      <ol className={classes.steps} aria-label={t('delivery:story')}>
        {notableSteps(trace.steps).map((step, index) => (
          <Step
            key={index}
            step={step}
            timeZone={timeZone}
            visitStartsAt={visit?.startsAt ?? 'no_visit'}
            knownRule={entry.rule}
            knownText={trace.errorText}
          />
        ))}
      </ol>
    </div>
  );
}

/** The provider's price of the message. */
function Cost({ cost: { amount, currency, parts } }: { cost: NonNullable<MessageTrace['cost']> }) {
  const t = useTexts();
  const format = useFormat();
  const price = format.amount(amount, currency);
  return (
    <Text size="sm" c="dimmed">
      {parts === null ? t('delivery:cost', { price }) : t('delivery:cost_of_parts', { price, count: parts })}
    </Text>
  );
}

const ICONS = {
  event: IconBolt,
  verdict: IconScale,
  held: IconClock,
  send: IconSend,
  status: IconChecks,
  sent: IconCheck,
  reply: IconArrowBackUp,
  click: IconClick,
  moved: IconArrowRight,
  stays: IconArrowBackUp,
  late: IconChecks,
  visit: IconCalendar,
  order: IconShoppingBag,
  against: IconBan,
  failed: IconAlertCircle,
  doubt: IconHelpCircle,
} as const satisfies Record<TraceStep['kind'] | 'sent' | 'against' | 'failed' | 'doubt', unknown>;

const STATUS_SIGNS: Readonly<Record<string, keyof typeof ICONS>> = {
  accepted: 'sent',
  sent: 'sent',
  failed: 'failed',
  unknown: 'doubt',
};

function signOf({ kind, name }: TraceStep): keyof typeof ICONS {
  if (kind === 'verdict' && (name === 'skipped' || name === 'cancelled')) return 'against';
  return kind === 'status' ? (STATUS_SIGNS[name] ?? 'status') : kind;
}

type StepProps = {
  step: TraceStep;
  timeZone: string;
  visitStartsAt: string;
  /** The reason shown above the trace; it is not repeated. */
  knownRule: DecisionRule | null;
  /** The provider's words shown above the trace. */
  knownText: string | null;
};

function Step({ step, timeZone, visitStartsAt, knownRule, knownText }: StepProps) {
  const t = useTexts();
  const format = useFormat();
  const sign = signOf(step);
  const Icon = ICONS[sign];
  return (
    <li className={classes.step} data-failed={sign === 'failed' || undefined}>
      <span className={classes.mark} aria-hidden>
        <Icon size={18} stroke={1.8} />
      </span>
      <div className={classes.stepTitle}>{stepTitle(step, t)}</div>
      <Text size="sm" c="dimmed">
        {format.dateTime(step.at, timeZone)}
      </Text>
      {step.rule && step.rule !== 'due' && (step.rule !== knownRule || isOfCascade(step.kind)) && (
        <Text size="sm">{causeOf(step.kind, step.rule, t)}</Text>
      )}
      {step.text && step.text !== knownText && (
        <Text size="sm" mt={4}>
          {t('delivery:trace.step.words', { words: step.text })}
        </Text>
      )}
      <Compared values={step.compared} rule={step.rule} timeZone={timeZone} visitStartsAt={visitStartsAt} />
    </li>
  );
}

function stepTitle(step: TraceStep, t: Texts): string {
  const { kind, name } = step;
  if (kind === 'held' || kind === 'reply' || kind === 'click') return t(`delivery:trace.step.${kind}`);
  if (kind === 'send' || kind === 'moved' || kind === 'stays' || kind === 'late') {
    const channel = wordIn(CHANNEL_KIND_NAMES, name);
    return t(`delivery:trace.step.${kind}`, { channel: channel ? CHANNEL_APPEARANCES[channel].name : name });
  }
  const key = `delivery:trace.step.${kind}.${name.replaceAll('.', '_')}`;
  return hasText(key) ? t(key) : t('delivery:trace.step.event.other');
}

const EVENTS = [
  'visit_created',
  'visit_moved',
  'visit_changed',
  'visit_priced',
  'visit_cancelled',
  'order_created',
  'order_changed',
  'deal_created',
  'deal_stage_changed',
  'deal_changed',
  'deal_task_changed',
  'cart_updated',
  'cart_ordered',
  'api_event',
  'client_group_moved',
] as const;

const STEP_KEYS: readonly TextKey[] = [
  ...EVENTS.map((name) => `delivery:trace.step.event.${name}` as const),
  ...(['planned', 'send', 'deferred', 'skipped', 'cancelled'] as const).map(
    (name) => `delivery:trace.step.verdict.${name}` as const,
  ),
  ...(['accepted', 'sent', 'delivered', 'read', 'failed', 'unknown'] as const).map(
    (name) => `delivery:trace.step.status.${name}` as const,
  ),
  ...VISIT_STATUSES.map((name) => `delivery:trace.step.visit.${name}` as const),
  ...ORDER_STATUSES.map((name) => `delivery:trace.step.order.${name}` as const),
];

/** An event kind of a newer server has no text here yet. */
function hasText(key: string): key is TextKey {
  return STEP_KEYS.some((known) => known === key);
}

function Doubt({ entryId }: { entryId: string }) {
  const t = useTexts();
  const settle = useSettleMessage();
  return (
    <TroubleAlert tone="attention" title={t('delivery:trace.doubt.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('delivery:trace.doubt.text')}</Text>
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={settle.isPending && settle.variables.as === 'arrived'}
            onClick={() => settle.mutate({ entryId, as: 'arrived' })}
          >
            {t('delivery:trace.doubt.arrived')}
          </Button>
          <Button
            loading={settle.isPending && settle.variables.as === 'send_again'}
            onClick={() => settle.mutate({ entryId, as: 'send_again' })}
          >
            {t('delivery:trace.doubt.send_again')}
          </Button>
        </div>
      </Stack>
    </TroubleAlert>
  );
}

/** The attachment of the message; a click opens it. */
function SentFile({ name, url }: { name: string; url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" className={classes.file}>
      <IconFile size={18} stroke={1.8} aria-hidden />
      {name}
    </Anchor>
  );
}
