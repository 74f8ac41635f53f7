import { Skeleton, Switch, Tabs } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ReplyWidgetId } from '#contract/replies/calls.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import { WidgetForm } from './editor/WidgetForm.tsx';
import { QuotaLine } from './QuotaLine.tsx';
import { type FoundWidget, useReplyWidget, useSwitchWidget } from './use-replies.ts';

// Loaded when it is opened.
const ReplyHistory = lazy(async () => ({ default: (await import('./history/ReplyHistory.tsx')).ReplyHistory }));

const TABS = ['settings', 'history'] as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ tab: wordIn(TABS, search['tab']) });

/** Route: /widgets/reviews-ai/{widgetId} */
export function ReplyWidgetPage() {
  const widgetId = usePathId<ReplyWidgetId>('widgetId');
  return <WidgetView key={widgetId} widgetId={widgetId} />;
}

/** A widget with its rules and its history. */
export function WidgetView({ widgetId }: { widgetId: ReplyWidgetId }) {
  const t = useTexts();
  const found = useReplyWidget(widgetId);
  usePageName(found.data?.widget.title);
  if (found.isPending) {
    return (
      <Loading>
        <PageHead backTo="/widgets/reviews-ai" title={t('replies:one')} />
        <Skeleton height={420} />
      </Loading>
    );
  }
  if (!found.data) return <Failure error={found.error} onRetry={found.refetch} />;
  return <OpenedWidget found={found.data} />;
}

function OpenedWidget({ found }: { found: FoundWidget }) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const [{ tab = 'settings' }, change] = useUrlState(readSearch);
  const [round, setRound] = useState(0);
  const { id, title, isEnabled, counts } = found.widget;
  const waiting = counts.approval + counts.ready + counts.failed;
  return (
    <>
      <PageHead
        backTo="/widgets/reviews-ai"
        title={title}
        state={t(isEnabled ? 'replies:state.on' : 'replies:state.off')}
        action={<EnabledSwitch {...found.widget} />}
      />
      <QuotaLine {...found} />
      <Tabs value={tab} onChange={(value) => change({ tab: wordIn(TABS, value) })}>
        <Tabs.List mb="lg" grow={isMobile}>
          <Tabs.Tab value="settings">{t('replies:tab.settings')}</Tabs.Tab>
          <Tabs.Tab value="history">
            {t('replies:tab.history')}
            {waiting > 0 && ` · ${waiting}`}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings" keepMounted>
          <WidgetForm key={round} found={found} onRenew={() => setRound(round + 1)} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Suspense fallback={<Skeleton height={320} />}>
            <ReplyHistory widgetId={id} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function EnabledSwitch({ id, isEnabled }: FoundWidget['widget']) {
  const t = useTexts();
  const change = useSwitchWidget();
  return (
    <Switch
      label={t('replies:switch')}
      checked={isEnabled}
      disabled={change.isPending}
      onChange={({ currentTarget }) => change.mutate({ id, isEnabled: currentTarget.checked })}
    />
  );
}
