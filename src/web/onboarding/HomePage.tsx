import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BranchId } from '#contract/connections.ts';
import type { ConversationId } from '#contract/conversations.ts';
import type { Home } from '#contract/onboarding.ts';
import { ThreadDrawer } from '#web/conversations/ThreadDrawer.tsx';
import { useTexts } from '#web/lib/i18n.ts';
import { idIn } from '#web/lib/known.ts';
import { useSession } from '#web/lib/session.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HealthCard } from './HealthCard.tsx';
import classes from './home.module.css';
import { NeedsYou } from './NeedsYou.tsx';
import { NextMessages } from './NextMessages.tsx';
import { TodayNumbers } from './TodayNumbers.tsx';
import { useHome } from './use-home.ts';
import { useHomeState } from './use-home-state.ts';
import { VisitsToday } from './VisitsToday.tsx';

const readSearch = ({ thread, branchId }: Readonly<Record<string, unknown>>) => ({
  thread: idIn<ConversationId>(thread),
  branchId: idIn<BranchId>(branchId),
});

/** Route: / */
export function HomePage() {
  const t = useTexts();
  const [{ thread, branchId }, setState] = useUrlState(readSearch);
  const home = useHome(branchId);
  const open = (id: ConversationId | undefined) => setState({ thread: id });

  return (
    <>
      {home.data ? (
        <HomeBody
          home={home.data}
          isStale={home.isError}
          onThread={open}
          branchId={branchId}
          onBranch={(chosen) => setState({ branchId: chosen })}
        />
      ) : (
        <>
          <PageHead title={t('onboarding:title')} state={'\u00a0'} />
          {home.isError ? <Failure error={home.error} onRetry={home.refetch} /> : <HomeSkeleton />}
        </>
      )}
      <ThreadDrawer conversationId={thread} onClose={() => open(undefined)} />
    </>
  );
}

type BodyProps = {
  home: Home;
  isStale: boolean;
  onThread: (id: ConversationId) => void;
  branchId: BranchId | undefined;
  onBranch: (id: BranchId | undefined) => void;
};

function HomeBody({ home, isStale, onThread, branchId, onBranch }: BodyProps) {
  const t = useTexts();
  const session = useSession();
  const state = useHomeState(home);
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  const isBeginning = isOwner && home.firstSteps.some((step) => !step.isDone);
  const isEmpty = home.connections.length + home.channels.length === 0;
  return (
    <>
      <PageHead
        title={t('onboarding:title')}
        state={state}
        action={!isBeginning && !isEmpty && <MainAction home={home} onThread={onThread} />}
      />
      {isStale && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {t('ui:stale')}
        </Text>
      )}
      {isBeginning && <FirstSteps steps={home.firstSteps} />}
      {isEmpty && !isBeginning && <EmptyState text={t('onboarding:visits.not_connected')} />}
      {!isEmpty && (
        <>
          <div className={classes.numbers}>
            <TodayNumbers home={home} />
          </div>
          <div className={classes.columns}>
            <div className={classes.column}>
              <NeedsYou home={home} onThread={onThread} />
              <VisitsToday home={home} branchId={branchId} onBranch={onBranch} />
            </div>
            <div className={classes.column}>
              <NextMessages home={home} />
              <HealthCard home={home} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** The one thing to do: answer who has waited longest; when nobody waits, look into the log. */
function MainAction({ home, onThread }: Pick<BodyProps, 'home' | 'onThread'>) {
  const t = useTexts();
  const [first] = home.waiting.conversations.toSorted((a, b) =>
    (a.needsPersonSince ?? '') < (b.needsPersonSince ?? '') ? -1 : 1,
  );
  if (first) return <Button onClick={() => onThread(first.id)}>{t('onboarding:reply_first')}</Button>;
  return (
    <Button component={Link} to="/insights/message-logs" variant="default">
      {t('onboarding:open_log')}
    </Button>
  );
}

function HomeSkeleton() {
  return (
    <Loading>
      <div className={classes.numbers}>
        {[1, 2, 3, 4].map((tile) => (
          <Skeleton key={tile} height={98} radius="md" />
        ))}
      </div>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Skeleton height={420} radius="md" />
        </div>
        <div className={classes.column}>
          <Skeleton height={260} radius="md" />
          <Skeleton height={180} radius="md" />
        </div>
      </div>
    </Loading>
  );
}
