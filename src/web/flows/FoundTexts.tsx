import { Button, Text } from '@mantine/core';
import { useTexts } from '#web/lib/i18n.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading, RowsSkeleton } from '#web/ui/Loading.tsx';
import { FoundFlow } from './FoundFlow.tsx';
import classes from './many.module.css';
import type { useFlowTexts } from './use-flow-texts.ts';

type Props = {
  texts: ReturnType<typeof useFlowTexts>;
  leftOut: ReadonlySet<string>;
  onLeave: (places: ReadonlySet<string>) => void;
};

/** Matches by flow, each text before and after the replacement. */
export function FoundTexts({ texts, leftOut, onLeave }: Props) {
  const t = useTexts();
  if (!texts.data) {
    if (texts.isError) return <Failure error={texts.error} onRetry={texts.refetch} />;
    return (
      <Loading>
        <RowsSkeleton rows={4} />
      </Loading>
    );
  }
  if (texts.data.length === 0) return <EmptyState text={t('flows:texts.nothing')} />;
  const count = texts.data.reduce((sum, { changes }) => sum + changes.length, 0);
  return (
    <section className={classes.found} aria-label={t('flows:list.texts_title')}>
      <Text c="dimmed" role="status">
        {t('flows:texts.found_places', { count })}{' '}
        {t(texts.hasNextPage ? 'flows:texts.in_flows_more' : 'flows:texts.in_flows', {
          count: texts.data.length,
        })}
      </Text>
      {texts.data.map((flow) => (
        <FoundFlow key={flow.flowId} flow={flow} leftOut={leftOut} onLeave={onLeave} />
      ))}
      {texts.hasNextPage && (
        <Button variant="default" loading={texts.isFetchingNextPage} onClick={() => void texts.fetchNextPage()}>
          {t('flows:texts.more')}
        </Button>
      )}
    </section>
  );
}
