import { Button, Text } from '@mantine/core';
import { useTexts } from '#web/lib/format/i18n.ts';
import type { TextsRoom } from '#web/senders/sender.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { FoundCard } from './FoundCard.tsx';
import classes from './texts.module.css';
import type { Found } from './text-choice.ts';

/** The pages that were found so far. */
export type FoundPages = {
  data: readonly Found[] | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

type Props = {
  pages: FoundPages;
  room: TextsRoom;
  /** Shown where nothing is found. */
  nothing: string;
  leftOut: ReadonlySet<string>;
  onLeave: (places: ReadonlySet<string>) => void;
};

/** Matches by sender, each text before and after the replacement. */
export function FoundTexts({ pages, room, nothing, leftOut, onLeave }: Props) {
  const t = useTexts();
  const { data } = pages;
  if (!data) {
    if (pages.isError) return <Failure error={pages.error} onRetry={pages.refetch} />;
    return (
      <Loading>
        <RowsSkeleton rows={4} />
      </Loading>
    );
  }
  if (data.length === 0) return <EmptyState text={nothing} />;
  const count = data.reduce((sum, { changes }) => sum + changes.length, 0);
  return (
    <section className={classes.found} aria-label={t(`${room}:texts.title`)}>
      <Text c="dimmed" role="status">
        {t('texts:replace.found_places', { count })}{' '}
        {t(pages.hasNextPage ? `${room}:texts.within_more` : `${room}:texts.within`, { count: data.length })}
      </Text>
      {data.map((found) => (
        <FoundCard key={found.id} found={found} leftOut={leftOut} onLeave={onLeave} />
      ))}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('texts:replace.more')}
        </Button>
      )}
    </section>
  );
}
