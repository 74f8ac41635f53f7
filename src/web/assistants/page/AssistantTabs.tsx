import { Skeleton, Tabs } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { Assistant } from '#contract/assistants/calls.ts';
import { TrialChat } from '#web/assistants/trial/TrialChat.tsx';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { lazyPart } from '#web/lib/pages/lazy-part.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { useIsMobile } from '#web/ui/layout/use-is-mobile.ts';
import classes from './page.module.css';

// Loaded when they are opened.
const KnowledgeSection = lazyPart({
  texts: ['knowledge'],
  load: () => import('#web/assistants/knowledge/KnowledgeSection.tsx').then((m) => m.KnowledgeSection),
});
const OrdersPane = lazyPart({
  texts: ['flower_shop'],
  load: () => import('#web/assistants/orders/OrdersPane.tsx').then((m) => m.OrdersPane),
});
const PublicChatPane = lazyPart({
  texts: [],
  load: () => import('#web/assistants/site/PublicChatPane.tsx').then((m) => m.PublicChatPane),
});
const CasesPane = lazyPart({
  texts: ['cases'],
  load: () => import('#web/assistants/cases/CasesPane.tsx').then((m) => m.CasesPane),
});
const ReportPane = lazyPart({
  texts: [],
  load: () => import('#web/assistants/report/ReportPane.tsx').then((m) => m.ReportPane),
});

const TABS = ['settings', 'knowledge', 'chat', 'orders', 'tests', 'site', 'report'] as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ tab: wordIn(TABS, search['tab']) });

type Props = { assistant: Assistant; isDirty: boolean; settings: ReactNode };

/** The parts of the page in tabs; the chat stands beside them on a desk and is one of them on a phone. */
export function AssistantTabs({ assistant, isDirty, settings }: Props) {
  const t = useTexts();
  const isMobile = useIsMobile();
  const [{ tab }, change] = useUrlState(readSearch);
  const shown = tab === 'chat' && !isMobile ? 'settings' : (tab ?? 'settings');
  const hasOrders = assistant.settings.plugins.flower_shop !== null || tab === 'orders';
  const chat = <TrialChat assistantId={assistant.id} isDirty={isDirty} />;
  return (
    <div className={classes.split}>
      <Tabs value={shown} onChange={(value) => change({ tab: wordIn(TABS, value) })} className={classes.tabs}>
        <Tabs.List mb="lg" className={classes.tabList}>
          {TABS.filter((one) => (isMobile || one !== 'chat') && (hasOrders || one !== 'orders')).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`assistants:tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="settings" keepMounted>
          {settings}
        </Tabs.Panel>
        <Suspense fallback={<Waiting />}>
          <Tabs.Panel value="knowledge">
            <KnowledgeSection assistantId={assistant.id} />
          </Tabs.Panel>
          <Tabs.Panel value="orders">
            <OrdersPane assistantId={assistant.id} />
          </Tabs.Panel>
          <Tabs.Panel value="site">
            <PublicChatPane assistantId={assistant.id} />
          </Tabs.Panel>
          <Tabs.Panel value="tests">
            <CasesPane assistant={assistant} isDirty={isDirty} />
          </Tabs.Panel>
          <Tabs.Panel value="report">
            <ReportPane assistantId={assistant.id} />
          </Tabs.Panel>
        </Suspense>
        {isMobile && <Tabs.Panel value="chat">{chat}</Tabs.Panel>}
      </Tabs>
      {!isMobile && <aside className={classes.chat}>{chat}</aside>}
    </div>
  );
}

function Waiting() {
  return (
    <Loading>
      <Skeleton height={320} />
    </Loading>
  );
}
