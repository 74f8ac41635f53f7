import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Mailing } from '#contract/mailings/calls.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useRepeatWords } from '#web/mailings/editor/use-repeat-words.ts';
import { useMailingRows } from '#web/mailings/use-mailings.ts';
import { StatusBadge } from '#web/ui/feedback/StatusBadge.tsx';
import classes from '#web/mailings/mailings.module.css';

/** When a mailing is sent again, and its other runs, newest first. */
export function SeriesRuns({ mailing: { id, seriesId, settings } }: { mailing: Mailing }) {
  const t = useTexts();
  const words = useRepeatWords();
  const runs = useMailingRows({ seriesId: seriesId ?? id });
  const { repeat } = settings.timing;
  const others = runs.data?.filter((run) => run.id !== id) ?? [];
  return (
    <Stack gap={6}>
      {repeat && <Text>{words(repeat)}</Text>}
      {others.some(({ status }) => status === 'waiting') && (
        <Text size="sm" c="dimmed">
          {t('mailings:repeat.stop_help')}
        </Text>
      )}
      {others.length > 0 && (
        <ul className={classes.series} aria-label={t('mailings:repeat.runs')}>
          {others.map((run) => (
            <li key={run.id}>
              <Link to="/distributions/edit/$mailingId/{-$step}" params={{ mailingId: run.id }}>
                <Moment at={run.startedAt ?? run.startsAt ?? run.createdAt} />
              </Link>{' '}
              <StatusBadge isOfMailing status={run.status} mode={run.mode} isDraft={run.status === 'none'} />
            </li>
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <Button variant="subtle" size="xs" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {t('mailings:repeat.more')}
        </Button>
      )}
    </Stack>
  );
}
