import { Button, Text as Words } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AssistantRow } from '#contract/assistants/calls.ts';
import type { Home } from '#contract/onboarding/calls.ts';
import { quickStartPath } from '#contract/brands/brands.ts';
import { AssistantBadge } from '#web/assistants/AssistantBadge.tsx';
import { BalanceLine } from '#web/assistants/trial/BalanceLine.tsx';
import { useAssistants, useReport } from '#web/assistants/use-assistants.ts';
import { useCurrentUser } from '#web/lib/api/session.ts';
import { productNow } from '#web/lib/format/clock.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { type Text, useTexts } from '#web/lib/format/i18n.ts';
import { brand, homeTitle } from '#web/lib/pages/brand.ts';
import { HealthCard } from '#web/onboarding/HealthCard.tsx';
import homeClasses from '#web/onboarding/home.module.css';
import { NeedsYou } from '#web/onboarding/NeedsYou.tsx';
import { Section } from '#web/onboarding/Section.tsx';
import { useHome } from '#web/onboarding/use-home.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { RowsSkeleton } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import classes from './assistant-home.module.css';

const SHOWN = 5;
const DAYS = 7;
const DAY_MS = 86_400_000;

const QUICK_START_PATH = quickStartPath(brand) ?? '/flowCopilotBots';

/** Route: / on domains of AI assistants */
export function AssistantHomePage() {
  const t = useTexts();
  const home = useHome();
  const assistants = useAssistants(false);
  const { memberRole } = useCurrentUser();
  const rows = assistants.data ?? [];
  const answering = rows.filter(({ status, silentReason }) => status === 'on' && !silentReason).length;
  const isStarting = assistants.data !== undefined && answering === 0 && memberRole === 'owner';
  const isRead = home.data !== undefined && assistants.data !== undefined;
  const error = home.error ?? assistants.error;
  return (
    <>
      <PageHead
        title={t(homeTitle())}
        state={assistants.data ? stateOf(answering, t) : '\u00a0'}
        action={
          isStarting &&
          rows.length > 0 && (
            <Button component={Link} to={QUICK_START_PATH}>
              {t('app:quick_start')}
            </Button>
          )
        }
      />
      {home.data && assistants.data && <Body home={home.data} assistants={rows} />}
      {!isRead && error && (
        <Failure error={error} onRetry={() => Promise.all([home.refetch(), assistants.refetch()])} />
      )}
      {!isRead && !error && <RowsSkeleton rows={6} />}
    </>
  );
}

const stateOf = (answering: number, t: Text) =>
  answering > 0 ? t('assistants:list.state', { count: answering }) : t('onboarding:assistants.none');

function Body({ home, assistants }: { home: Home; assistants: readonly AssistantRow[] }) {
  const t = useTexts();
  if (assistants.length === 0)
    return (
      <EmptyState
        title={t('assistants:empty.title')}
        text={t('assistants:empty.text')}
        action={
          <Button component={Link} to={QUICK_START_PATH}>
            {t('onboarding:quick_start.assistant')}
          </Button>
        }
      />
    );
  return (
    <div className={homeClasses.columns}>
      <div className={homeClasses.column}>
        <NeedsYou home={home} />
        <Section
          title={t('onboarding:assistants.title')}
          aside={<Words size="sm">{t('onboarding:assistants.period')}</Words>}
        >
          <ul className={classes.list}>
            {assistants.slice(0, SHOWN).map((assistant) => (
              <AssistantRowOf key={assistant.id} assistant={assistant} />
            ))}
          </ul>
        </Section>
      </div>
      <div className={homeClasses.column}>
        <HealthCard home={home} />
        <BalanceLine />
      </div>
    </div>
  );
}

/** An assistant and the results of its last days. */
function AssistantRowOf({ assistant }: { assistant: AssistantRow }) {
  const t = useTexts();
  const format = useFormat();
  const now = productNow();
  const report = useReport(assistant.id, {
    from: format.dayKey(now - (DAYS - 1) * DAY_MS),
    until: format.dayKey(now),
  });
  const words = report.data && [
    t('onboarding:assistants.dialogues', { count: report.data.dialogues }),
    t('onboarding:assistants.resolved', { count: report.data.resolved }),
    report.data.bookings > 0 && t('onboarding:assistants.bookings', { count: report.data.bookings }),
  ];
  return (
    <li>
      <Link to="/flowCopilotBots/$assistantId" params={{ assistantId: assistant.id }} className={classes.row}>
        <span className={classes.words}>
          <Words component="span" fw={550}>
            {assistant.title}
          </Words>
          <Words component="span" size="sm" c="dimmed">
            {words ? words.filter(Boolean).join(' · ') : '\u00a0'}
          </Words>
        </span>
        <AssistantBadge {...assistant} />
      </Link>
    </li>
  );
}
