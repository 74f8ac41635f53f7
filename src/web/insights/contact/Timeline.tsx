import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import type { ContactId } from '#contract/contacts/calls.ts';
import type { VisitId } from '#contract/visits/calls.ts';
import type { TimelineItem, TimelineType } from '#contract/insights/calls.ts';
import { TIMELINE_TYPES } from '#contract/insights/values.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { PagedRows } from '#web/ui/lists/PagedRows.tsx';
import { foldedLines, type Line } from './folded.ts';
import classes from '#web/insights/insights.module.css';
import { TimelineEntry } from './TimelineEntry.tsx';
import { useTimeline } from './use-contact.ts';

type Props = {
  contactId: ContactId;
  type: TimelineType | undefined;
  onType: (type: TimelineType | undefined) => void;
  /** Opens the trace of a row of the log. */
  onMessage: (entryId: string) => void;
  /** Explains the messages about a visit. */
  onWhy: (visitId: VisitId) => void;
};

/** Timeline of a contact, newest first, by days; upcoming entries are above. */
export function Timeline({ contactId, type, onType, ...opening }: Props) {
  const t = useTexts();
  const timeline = useTimeline(contactId, type);
  return (
    <section aria-label={t('insights:story.title')} className={classes.timeline}>
      <Title order={2} mb="sm">
        {t('insights:story.title')}
      </Title>
      <ListTools
        chips={{
          label: t('insights:story.type_label'),
          value: type ?? 'all',
          options: (['all', ...TIMELINE_TYPES] as const).map((value) => ({
            value,
            label: t(`insights:story.type.${value}`),
          })),
          onChange: (value) => onType(wordIn(TIMELINE_TYPES, value)),
        }}
      />
      <TimelineList timeline={timeline} onAll={type && (() => onType(undefined))} {...opening} />
    </section>
  );
}

type TimelineListProps = Pick<Props, 'onMessage' | 'onWhy'> & {
  timeline: ReturnType<typeof useTimeline>;
  /** Set when a filter is active. */
  onAll: (() => void) | undefined;
};

function TimelineList({ timeline, onAll, ...opening }: TimelineListProps) {
  const t = useTexts();
  const days = useDays();
  const empty = onAll ? (
    <EmptyState
      text={t('insights:story.nothing')}
      action={<Button onClick={onAll}>{t('insights:story.show_all')}</Button>}
    />
  ) : (
    <EmptyState title={t('insights:story.empty_title')} text={t('insights:story.empty')} />
  );
  return (
    <PagedRows list={timeline} empty={empty}>
      {(all) =>
        days(all).map(({ title, items }) => (
          <div key={title} className={classes.day}>
            <h3 className={classes.dayTitle}>{title}</h3>
            <ol className={classes.entries}>
              {(onAll ? items.map((item): Line => ({ kind: 'item', item })) : foldedLines(items)).map((line) =>
                line.kind === 'item' ? (
                  <TimelineEntry key={keyOf(line.item)} item={line.item} {...opening} />
                ) : (
                  <Fold key={line.id} items={line.items} {...opening} />
                ),
              )}
            </ol>
          </div>
        ))
      }
    </PagedRows>
  );
}

const keyOf = ({ type, id }: TimelineItem) => `${type}${id}`;

/** Verdicts folded behind a button. */
function Fold({ items, ...opening }: { items: TimelineItem[] } & Pick<Props, 'onMessage' | 'onWhy'>) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return items.map((item) => <TimelineEntry key={keyOf(item)} item={item} {...opening} />);
  return (
    <li className={classes.fold}>
      <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
        {t('insights:story.more_skipped', { count: items.length })}
      </Button>
    </li>
  );
}

type Day = { title: string; items: TimelineItem[] };

/** Days in words, in the order they come in, with their zone when it is not the viewer's; all that is ahead is one. */
function useDays(): (items: readonly TimelineItem[]) => Day[] {
  const t = useTexts();
  const format = useFormat();
  return (items) => {
    const now = productNow();
    const titleOf = ({ at, timeZone }: TimelineItem) => {
      if (new Date(at).getTime() > now) return t('insights:story.ahead');
      const zone = format.zoneNote(timeZone, at);
      return zone ? `${format.date(at, timeZone)} (${zone})` : format.date(at, timeZone);
    };
    return [...Map.groupBy(items, titleOf)].map(([title, ofDay]) => ({ title, items: ofDay }));
  };
}
