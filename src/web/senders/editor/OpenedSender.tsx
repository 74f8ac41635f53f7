import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useReducer } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import type { Sender } from '#web/senders/sender.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { SplitEditor } from '#web/ui/layout/SplitEditor.tsx';

type Props<Saved> = {
  sender: Sender;
  query: UseQueryResult<Saved>;
  /** Heights of the parts of the form, while it loads. */
  heights: readonly number[];
  /** Draws the sender. `renewal` has the key of its editor, and remounts that with the saved sender. */
  children: (saved: Saved, renewal: { key: string; onRenew: () => void }) => ReactNode;
};

/** The page of one sender: loads it, and what draws it. */
export function OpenedSender<Saved extends { id: string; title: string }>(props: Props<Saved>) {
  const { sender, query, children } = props;
  const t = useTexts();
  usePageName(query.data?.title);
  const [renewals, onRenew] = useReducer((count: number) => count + 1, 0);
  if (query.data) {
    const { id } = query.data;
    return (
      <Suspense fallback={<EditorSkeleton {...props} />}>
        {children(query.data, { key: `${id}.${renewals}`, onRenew })}
      </Suspense>
    );
  }
  if (query.isPending) return <EditorSkeleton {...props} />;
  return (
    <>
      <PageHead title={t(`${sender.room}:edit_title`)} backTo={sender.path} />
      <Failure error={query.error} onRetry={query.refetch} />
    </>
  );
}

function EditorSkeleton({ sender, heights }: Pick<Props<unknown>, 'sender' | 'heights'>) {
  const t = useTexts();
  return (
    <>
      <PageHead title={t(`${sender.room}:edit_title`)} backTo={sender.path} state={'\u00a0'} />
      <Loading>
        <SplitEditor
          form={
            <Stack>
              {heights.map((height) => (
                <Skeleton key={height} height={height} />
              ))}
            </Stack>
          }
          preview={<Skeleton height={520} />}
        />
      </Loading>
    </>
  );
}
