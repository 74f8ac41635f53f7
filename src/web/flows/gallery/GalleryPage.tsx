import { Button, Skeleton, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { FlowTemplateCard } from '#contract/gallery/calls.ts';
import { TRADES } from '#contract/flows/values.ts';
import type { FLOW_GOALS } from '#contract/flows/values.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { textIn, wordIn } from '#web/lib/api/known.ts';
import { useUrlState } from '#web/lib/pages/url-state.ts';
import { ChoiceBar } from '#web/ui/lists/ChoiceBar.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { ListTools } from '#web/ui/lists/ListTools.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import classes from './gallery.module.css';
import { GALLERIES, type Gallery } from './systems.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { useTemplates } from './use-gallery.ts';

/** Goals in the order of demand. */
const GOALS = ['no_shows', 'reviews', 'return', 'sell', 'inform'] as const satisfies (typeof FLOW_GOALS)[number][];
const TRADE_CHIPS = ['all', ...TRADES] as const;

const FORMS = ['first', 'reply'] as const;

const readSearch = (search: Readonly<Record<string, unknown>>) => ({
  trade: wordIn(TRADES, search['trade']),
  search: textIn(search['search']),
  form: wordIn(FORMS, search['form']),
});

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
  const [{ trade, search, form = 'first' }, setSearch] = useUrlState(readSearch);
  const templates = useTemplates(gallery);
  const hasWindow = templates.data?.hasWindow === true;
  return (
    <>
      <PageHead
        title={t(gallery ? `gallery:${gallery}` : 'gallery:title')}
        state={t('gallery:state')}
        backTo="/flows"
      />
      <SystemTabs gallery={gallery} trade={trade} />
      <ListTools
        search={{
          value: search ?? '',
          placeholder: t('gallery:search'),
          onChange: (value) => setSearch({ search: value || undefined }),
        }}
        chips={{
          label: t('gallery:trade_label'),
          value: trade ?? 'all',
          options: TRADE_CHIPS.map((value) => ({ value, label: t(`gallery:trade.${value}`) })),
          onChange: (value) => setSearch({ trade: wordIn(TRADES, value) }),
        }}
      />
      {hasWindow && (
        <ChoiceBar
          isNarrow
          label={t('flows:editor.form.form_label')}
          value={form}
          options={FORMS.map((value) => ({ value, label: t(`flows:editor.form.${value}`) }))}
          onChange={(value) => setSearch({ form: value })}
        />
      )}
      <Goals
        templates={templates}
        gallery={gallery}
        trade={trade}
        search={search}
        isFirst={hasWindow && form === 'first'}
        onClear={() => setSearch({ trade: undefined, search: undefined })}
      />
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
    <nav className={classes.tabs} aria-label={t('gallery:sources_label')}>
      {tabs.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          search={trade ? { trade } : {}}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={key === (gallery ?? 'all') ? 'page' : undefined}
        >
          {t(`gallery:sources.${key}`)}
        </Link>
      ))}
    </nav>
  );
}

type GoalsProps = {
  templates: ReturnType<typeof useTemplates>;
  gallery: Gallery | undefined;
  trade: Trade;
  search: string | undefined;
  isFirst: boolean;
  onClear: () => void;
};

function Goals({ templates, gallery, trade, search, isFirst, onClear }: GoalsProps) {
  const t = useTexts();
  const navigate = useNavigate();
  if (!templates.data) {
    if (templates.isPending) return <GallerySkeleton />;
    return <Failure error={templates.error} onRetry={templates.refetch} />;
  }
  const { connectedKinds } = templates.data;
  const wanted = (search ?? '').trim().toLocaleLowerCase();
  const isFound = ({ type, title }: FlowTemplateCard) =>
    [t(`gallery:name.${type}`), t(`gallery:card.${type}`), title].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    );
  const ofTrade = templates.data.templates.filter(({ trades }) => !trade || trades.includes(trade));
  const shown = ofTrade.filter(isFound);
  if (shown.length === 0) {
    const clear = () => (gallery && ofTrade.length === 0 ? void navigate({ to: '/templates' }) : onClear());
    return (
      <EmptyState
        text={t(wanted ? 'gallery:not_found' : 'gallery:nothing')}
        action={<Button onClick={clear}>{t('gallery:show_all')}</Button>}
      />
    );
  }
  return GOALS.map((goal) => {
    const cards = shown.filter((card) => card.goal === goal);
    if (cards.length === 0) return null;
    return (
      <section key={goal} className={classes.goal} aria-labelledby={`goal-${goal}`}>
        <div className={classes.goalHead}>
          <Title order={2} size="h3" id={`goal-${goal}`}>
            {t(`gallery:goal.${goal}`)}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`gallery:goal_text.${goal}`)}
          </Text>
        </div>
        <div className={classes.cards}>
          {cards.map((card) => (
            <TemplateCard key={card.type} card={card} gallery={gallery} connected={connectedKinds} isFirst={isFirst} />
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
          <Skeleton key={key} height={196} radius="md" />
        ))}
      </div>
    </Loading>
  );
}
