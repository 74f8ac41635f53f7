import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { optOutSourceKey } from '#web/contacts/opt-out-source.ts';
import { CHANNEL_APPEARANCES } from '#web/channels/channel-appearances.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { TimelineItem } from '#contract/insights/calls.ts';
import { ORDER_STATUSES } from '#contract/orders/values.ts';
import { VISIT_STATUSES } from '#contract/visits/values.ts';
import { Compared } from '#web/delivery/Compared.tsx';
import { FormMark } from '#web/delivery/FormMark.tsx';
import { EntryState } from '#web/delivery/use-log-columns.tsx';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text as Texts, useTexts } from '#web/lib/format/i18n.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { PageLink } from '#web/lib/pages/PageLink.tsx';
import { senderName } from '#web/lib/pages/sender.ts';
import { TestBadge } from '#web/ui/feedback/StatusBadge.tsx';
import { LinkButton } from '#web/ui/layout/LinkButton.tsx';
import classes from '#web/insights/insights.module.css';
import { useChannelNames } from '#web/channels/use-channel-names.ts';

type Of<Type extends TimelineItem['type']> = { item: Extract<TimelineItem, { type: Type }> };

export function VisitWords({ item, onWhy }: Of<'visit'> & { onWhy: (visitId: VisitId) => void }) {
  const t = useTexts();
  const format = useFormat();
  const { visit, facts } = item;
  const isItself = item.name === 'visit.itself';
  const about =
    visit && [visit.serviceTitles.join(', '), visit.masterName, visit.branchTitle].filter(Boolean).join(' · ');
  return (
    <>
      <span className={classes.entryTitle}>{visitTitle(item, t)}</span>
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      {!isItself && (
        <Compared
          values={item.name === 'visit.status_changed' ? {} : facts}
          timeZone={visit?.timeZone ?? format.homeZone}
          visitStartsAt={null}
        />
      )}
      {isItself && visit && (
        <Text size="sm" component="div">
          <LinkButton onClick={() => onWhy(visit.id)}>{t('insights:contact.why')}</LinkButton>
        </Text>
      )}
    </>
  );
}

function visitTitle({ name, visit, facts, at }: Of<'visit'>['item'], t: Texts): string {
  if (name === 'visit.itself') {
    if (!visit) return t('insights:story.visit_itself');
    if (visit.status === 'arrived' || visit.status === 'no_show' || visit.status === 'cancelled')
      return `${t('insights:story.visit_itself')}: ${t(`delivery:trace.visit_status.${visit.status}`)}`;
    if (visit.statusText) return unknownStatus(t, 'visit_itself', visit.statusText);
    const isAhead = new Date(at).getTime() > productNow();
    return t(isAhead ? 'insights:story.visit_ahead' : 'insights:story.visit_itself');
  }
  const word = textIn(facts['word']);
  if (word) return unknownStatus(t, 'visit_itself', word);
  const status = wordIn(VISIT_STATUSES, facts['to']);
  if (name === 'visit.status_changed' && status) return t(`delivery:trace.step.visit.${status}`);
  const known = wordIn(VISIT_EVENTS, name.slice('visit.'.length));
  return known ? t(`delivery:trace.step.event.visit_${known}`) : t('insights:story.visit_event');
}

/** A status of the outside system that we do not map, shown as it is. */
function unknownStatus(t: Texts, what: 'visit_itself' | 'order_plain', word: string): string {
  return `${t(`insights:story.${what}`)}: ${t('insights:story.status_unknown', { word })}`;
}

/** A flow by its name and as a flow; any other sender by its name. */
function sentBy(sender: Parameters<typeof senderName>[0], t: Texts): string {
  const name = senderName(sender, t);
  return sender.senderKind === 'flow' ? t('insights:story.by_flow', { title: name }) : name;
}

const VISIT_EVENTS = ['created', 'moved', 'changed', 'priced', 'cancelled'] as const;

export function MessageWords({ item, onOpen }: Of<'message'> & { onOpen: () => void }) {
  const t = useTexts();
  return (
    <>
      <LinkButton onClick={onOpen}>
        <EntryState entry={item} />
      </LinkButton>
      <Text size="sm" c="dimmed" component="div">
        {sentBy(item, t)}
        {` · ${CHANNEL_APPEARANCES[item.channelKind].name} `}
        {item.isTest && <TestBadge />}
      </Text>
      {item.body && (
        <Bubble>
          <FormMark entry={item} />
          {item.body}
        </Bubble>
      )}
    </>
  );
}

export function AnswerWords({ item }: Of<'answer'>) {
  const t = useTexts();
  const { kind, text } = item;
  return (
    <>
      <PageLink to="/conversations" search={{ thread: item.conversationId }}>
        {kind === 'text' ? t('insights:story.answered') : t(`insights:story.said.${kind}`)}
      </PageLink>
      <Text size="sm" c="dimmed">
        {CHANNEL_APPEARANCES[item.channelKind].name}
      </Text>
      {text && <Bubble isInbound>{text}</Bubble>}
    </>
  );
}

export function ClickWords({ item, onOpen }: Of<'click'> & { onOpen: (messageId: string) => void }) {
  const t = useTexts();
  const { messageId, title, device } = item;
  const what = t('insights:story.clicked');
  return (
    <>
      {messageId === null ? (
        <span className={classes.entryTitle}>{what}</span>
      ) : (
        <LinkButton onClick={() => onOpen(messageId)}>{what}</LinkButton>
      )}
      <Text size="sm" c="dimmed" className={classes.entryLink}>
        {[title, device !== 'unknown' && t(`insights:story.device.${device}`)].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

export function VerdictWords({ item, onOpen }: Of<'verdict'> & { onOpen: () => void }) {
  const t = useTexts();
  const format = useFormat();
  const { visit, orderNumber, rule } = item;
  return (
    <>
      <LinkButton onClick={onOpen}>{t('insights:story.skipped', { why: lowered(t(`rules:${rule}.name`)) })}</LinkButton>
      <Text size="sm" c="dimmed">
        {sentBy(item, t)}
        {visit && ` · ${t('delivery:visit_at', { when: format.dateTime(visit.startsAt, visit.timeZone) })}`}
        {orderNumber && ` · ${t('delivery:order_number', { number: orderNumber })}`}
      </Text>
      <Text size="sm">{t(`rules:${rule}.why`)}</Text>
      <Compared
        values={item.compared}
        rule={rule}
        timeZone={visit?.timeZone ?? format.homeZone}
        visitStartsAt={visit?.startsAt ?? 'no_visit'}
      />
    </>
  );
}

export function OptOutWords({ item }: Of<'opt_out'>) {
  const t = useTexts();
  const nameOf = useChannelNames();
  const title = item.isLifted ? t('insights:story.lifted') : t(`insights:story.banned.${item.scope ?? 'all'}`);
  const notes = [
    item.source && t(optOutSourceKey({ source: item.source, scope: item.scope })),
    item.channelTitle &&
      t('insights:story.channel', { title: nameOf({ id: item.channelId, title: item.channelTitle }) }),
  ].filter(Boolean);
  return (
    <>
      <span className={classes.entryTitle}>{title}</span>
      {notes.length > 0 && (
        <Text size="sm" c="dimmed">
          {notes.join(' · ')}
        </Text>
      )}
    </>
  );
}

export function OrderWords({ item }: Of<'order'>) {
  const t = useTexts();
  const format = useFormat();
  const { order } = item;
  const number = order?.number;
  return (
    <>
      <span className={classes.entryTitle}>{orderTitle(item, t)}</span>
      {order && (
        <Text size="sm" c="dimmed">
          {[
            number ? t('delivery:order_number', { number }) : t('insights:story.order_plain'),
            format.money(order.total),
            order.branchTitle,
          ].join(' · ')}
        </Text>
      )}
    </>
  );
}

function orderTitle({ name, facts }: Of<'order'>['item'], t: Texts): string {
  const word = textIn(facts['word']);
  if (word) return unknownStatus(t, 'order_plain', word);
  const status = wordIn(ORDER_STATUSES, facts['to']);
  if (name === 'order.status_changed' && status) return t(`delivery:trace.step.order.${status}`);
  const event = wordIn(['created', 'changed'] as const, name.slice('order.'.length));
  return t(`insights:story.order_event.${event ?? 'other'}`);
}

function Bubble({ children, isInbound }: { children: ReactNode; isInbound?: boolean }) {
  return (
    <div className={classes.bubble} data-theirs={isInbound || undefined}>
      <span className={classes.bubbleText}>{children}</span>
    </div>
  );
}

/** A reason within a sentence begins small, unless it is a name. */
function lowered(text: string): string {
  const [first = '', second = ''] = text;
  return second === second.toLowerCase() ? first.toLowerCase() + text.slice(1) : text;
}
