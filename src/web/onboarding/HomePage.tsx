import { Button, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { quickStartPath } from '#contract/brands/brands.ts';
import type { BranchId } from '#contract/connections/calls.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { idIn } from '#web/lib/api/known.ts';
import { useSession } from '#web/lib/api/session.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { LostMessages } from '#web/flows/attention/LostMessages.tsx';
import { FirstSteps } from './first-steps/FirstSteps.tsx';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { brand, homeTitle } from '#web/lib/pages/brand.ts';
import { HealthCard } from './HealthCard.tsx';
import classes from './home.module.css';
import { NeedsYou } from './NeedsYou.tsx';
import { NextDay } from './NextDay.tsx';
import { NextMessages } from './NextMessages.tsx';
import { TodayNumbers } from './TodayNumbers.tsx';
import { useHome } from './use-home.ts';
import { useHomeState } from './use-home-state.ts';
import { VisitsToday } from './VisitsToday.tsx';
import { isOver } from './visits-of-day.ts';

const HomeAnnouncements = lazyPart({
  load: () => import('#web/announcements/HomeAnnouncements.tsx').then((m) => m.HomeAnnouncements),
  texts: ['announcements'],
});

const QUICK_START_PATH = quickStartPath(brand);

const readSearch = ({ branchId }: Readonly<Record<string, unknown>>) => ({
  branchId: idIn<BranchId>(branchId),
});

/** Route: / */
export function HomePage() {
  const t = useTexts();
  const [{ branchId }, setState] = useUrlState(readSearch);
  const home = useHome(branchId);

  if (home.data) {
    return (
      <HomeBody
        home={home.data}
        isStale={home.isError}
        branchId={branchId}
        onBranch={(chosen) => setState({ branchId: chosen })}
      />
    );
  }
  return (
    <>
      <PageHead title={t(homeTitle())} state={'\u00a0'} />
      {home.isError ? <Failure error={home.error} onRetry={home.refetch} /> : <HomeSkeleton />}
    </>
  );
}

type BodyProps = {
  home: Home;
  isStale: boolean;
  branchId: BranchId | undefined;
  onBranch: (id: BranchId | undefined) => void;
};

function HomeBody({ home, isStale, branchId, onBranch }: BodyProps) {
  const t = useTexts();
  const session = useSession();
  const canOpen = useCanOpen();
  const state = useHomeState(home);
  const isOwner = session.isAuthenticated && session.user.memberRole === 'owner';
  const hasFlows = canOpen('/flows');
  const hasStepsLeft = isOwner && home.firstSteps.some((step) => !step.isDone);
  const hasFirstSteps = hasFlows && hasStepsLeft;
  const isEarly =
    hasFirstSteps && !home.nextDay && home.visits.length + home.next.messages.length + home.waiting.count === 0;
  const isEmpty = home.connections.length + home.channels.length === 0;
  return (
    <>
      <PageHead
        title={t(homeTitle())}
        state={state}
        action={
          hasStepsLeft && !hasFlows && !isEmpty && QUICK_START_PATH ? (
            <Button component={Link} to={QUICK_START_PATH}>
              {t('app:quick_start')}
            </Button>
          ) : (
            !hasFirstSteps && !isEmpty && <MainAction home={home} />
          )
        }
      />
      {isStale && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {t('ui:stale')}
        </Text>
      )}
      {brand.features.news && (
        <Suspense>
          <HomeAnnouncements />
        </Suspense>
      )}
      {hasFirstSteps && <FirstSteps steps={home.firstSteps} />}
      {hasFlows && <LostMessages />}
      {isEmpty && !hasFirstSteps && <NothingConnected isOwner={isOwner} />}
      {isEarly && !isEmpty && <HealthCard home={home} />}
      {!isEmpty && !isEarly && (
        <>
          <div className={classes.numbers}>
            <TodayNumbers home={home} />
          </div>
          <div className={classes.columns}>
            <div className={classes.column}>
              <NeedsYou home={home} />
              <Days home={home} branchId={branchId} onBranch={onBranch} />
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

function NothingConnected({ isOwner }: { isOwner: boolean }) {
  const t = useTexts();
  if (!isOwner || brand.variant !== 'medical' || !QUICK_START_PATH)
    return <EmptyState text={t('onboarding:visits.not_connected')} />;
  return (
    <EmptyState
      title={t('onboarding:clinic.title')}
      text={t('onboarding:clinic.text')}
      action={
        <Button component={Link} to={QUICK_START_PATH}>
          {t('onboarding:clinic.connect')}
        </Button>
      }
    />
  );
}

const SHOWN_FIRST = 12;
const SHOWN_SECOND = 4;

/** Today and the next day with visits; once the day is over, the next one stands first. */
function Days({ home, branchId, onBranch }: Pick<BodyProps, 'home' | 'branchId' | 'onBranch'>) {
  const { nextDay, isEvening, visits } = home;
  const today = <VisitsToday home={home} branchId={branchId} onBranch={onBranch} />;
  if (!nextDay) return today;
  const now = productNow();
  const isNextFirst = (isEvening && nextDay.isTomorrow) || visits.every((visit) => isOver(visit, now));
  return isNextFirst ? (
    <>
      <NextDay nextDay={nextDay} shown={SHOWN_FIRST} />
      {today}
    </>
  ) : (
    <>
      {today}
      <NextDay nextDay={nextDay} shown={SHOWN_SECOND} />
    </>
  );
}

/** The one thing to do: answer who has waited longest; when nobody waits, look into the log. */
function MainAction({ home }: Pick<BodyProps, 'home'>) {
  const canOpen = useCanOpen();
  const t = useTexts();
  const [first] = home.waiting.conversations.toSorted((a, b) =>
    (a.needsPersonSince ?? '') < (b.needsPersonSince ?? '') ? -1 : 1,
  );
  if (first && canOpen('/conversations')) {
    return (
      <Button renderRoot={(props) => <Link to="/conversations" search={{ thread: first.id }} {...props} />}>
        {t('onboarding:reply_first')}
      </Button>
    );
  }
  if (!canOpen('/insights/message-logs')) return null;
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
