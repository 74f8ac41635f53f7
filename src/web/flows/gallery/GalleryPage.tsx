import { Button, Skeleton, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { TRADES } from '#contract/flow-words.ts';
import type { FLOW_GOALS } from '#contract/values.ts';
import { useTexts } from '#web/lib/i18n.ts';
import { wordIn } from '#web/lib/known.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Failure } from '#web/ui/Failure.tsx';
import { ListTools } from '#web/ui/ListTools.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import classes from './gallery.module.css';
import { GALLERIES, type Gallery } from './systems.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { useTemplates } from './use-gallery.ts';

/** Goals in the order of demand. */
const GOALS = ['no_shows', 'reviews', 'return', 'sell', 'inform'] as const satisfies (typeof FLOW_GOALS)[number][];
const TRADE_CHIPS = ['all', ...TRADES] as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({ trade: wordIn(TRADES, search['trade']) });

/** Route: /templates */
export const AllTemplatesPage = () => <GalleryPage gallery={undefined} />;
/** Routes: /templates/yclients, /templates/altegio, /templates/iikocrm, /templates/apicrm */
export const SYSTEM_PAGES = {
  yclients: () => <GalleryPage gallery="yclients" />,
  altegio: () => <GalleryPage gallery="altegio" />,
  iikocrm: () => <GalleryPage gallery="iikocrm" />,
  apicrm: () => <GalleryPage gallery="apicrm" />,
} as const satisfies Record<Gallery, () => ReactElement>;

/** Ready-made flows by goal, filtered by the business's trade. */
function GalleryPage({ gallery }: { gallery: Gallery | undefined }) {
  const t = useTexts();
  const [{ trade }, setSearch] = useUrlState(readSearch);
  const templates = useTemplates(gallery);
  return (
    <>
      <PageHead
        title={t(gallery ? `flows:gallery.${gallery}` : 'flows:gallery.title')}
        state={t('flows:gallery.state')}
        backTo="/flows"
      />
      <SystemTabs gallery={gallery} trade={trade} />
      <ListTools
        chips={{
          label: t('flows:gallery.trade_label'),
          value: trade ?? 'all',
          options: TRADE_CHIPS.map((value) => ({ value, label: t(`flows:gallery.trade.${value}`) })),
          onChange: (value) => setSearch({ trade: wordIn(TRADES, value) }),
        }}
      />
      <Goals templates={templates} gallery={gallery} trade={trade} onClear={() => setSearch({ trade: undefined })} />
    </>
  );
}

type Trade = (typeof TRADES)[number] | undefined;

function SystemTabs({ gallery, trade }: { gallery: Gallery | undefined; trade: Trade }) {
  const t = useTexts();
  const tabs = [
    { key: 'all' as const, to: '/templates' },
    ...GALLERIES.map((key) => ({ key, to: `/templates/${key}` })),
  ];
  return (
    <nav className={classes.tabs} aria-label={t('flows:gallery.sources_label')}>
      {tabs.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          search={trade ? { trade } : {}}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={key === (gallery ?? 'all') ? 'page' : undefined}
        >
          {t(`flows:gallery.sources.${key}`)}
        </Link>
      ))}
    </nav>
  );
}

type GoalsProps = {
  templates: ReturnType<typeof useTemplates>;
  gallery: Gallery | undefined;
  trade: Trade;
  onClear: () => void;
};

function Goals({ templates, gallery, trade, onClear }: GoalsProps) {
  const t = useTexts();
  const navigate = useNavigate();
  if (!templates.data) {
    if (templates.isPending) return <GallerySkeleton />;
    return <Failure error={templates.error} onRetry={templates.refetch} />;
  }
  const { connectedKinds } = templates.data;
  const shown = templates.data.templates.filter(({ trades }) => !trade || trades.includes(trade));
  if (shown.length === 0) {
    const clear = () => (gallery ? void navigate({ to: '/templates' }) : onClear());
    return (
      <EmptyState
        text={t('flows:gallery.nothing')}
        action={<Button onClick={clear}>{t('flows:gallery.show_all')}</Button>}
      />
    );
  }
  return GOALS.map((goal) => {
    const cards = shown.filter((card) => card.goal === goal);
    if (cards.length === 0) return null;
    return (
      <section key={goal} className={classes.goal} aria-labelledby={`goal-${goal}`}>
        <Title order={2} id={`goal-${goal}`}>
          {t(`flows:gallery.goal.${goal}`)}
        </Title>
        <Text c="dimmed">{t(`flows:gallery.goal_text.${goal}`)}</Text>
        <div className={classes.cards}>
          {cards.map((card) => (
            <TemplateCard order={3} key={card.type} card={card} gallery={gallery} connected={connectedKinds} />
          ))}
        </div>
      </section>
    );
  });
}

function GallerySkeleton() {
  return (
    <Loading>
      <div className={classes.cards}>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} height={420} radius="md" />
        ))}
      </div>
    </Loading>
  );
}
