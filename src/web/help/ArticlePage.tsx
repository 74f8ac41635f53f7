import { Anchor, List, Skeleton, Stack, Text } from '@mantine/core';
import { Link, notFound, useParams } from '@tanstack/react-router';
import { MAIN_SIDEBAR, type SidebarKey } from '#contract/brands/sidebars.ts';
import { wordIn } from '#web/lib/api/known.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { isPathOffered } from '#web/lib/pages/brand.ts';
import { useCanOpen } from '#web/lib/pages/paths.ts';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { ARTICLE_NAMES, isLineOffered } from './articles.ts';
import { useArticles } from './use-articles.ts';

/** Route: /help/$name */
export function ArticlePage() {
  const t = useTexts();
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const name = wordIn(ARTICLE_NAMES, params['name']);
  const articles = useArticles();
  const article = name && articles.data?.[name];
  usePageName(article?.title);
  if (!name) throw notFound();
  if (articles.isError) return <Failure error={articles.error} onRetry={articles.refetch} />;
  if (!article) {
    return (
      <Loading>
        <Skeleton height={320} radius="md" />
      </Loading>
    );
  }
  return (
    <>
      <PageHead title={article.title} />
      <Stack maw={720} gap="md">
        <Text>{article.intro}</Text>
        <List spacing="sm">
          {article.lines
            .filter((line) => isLineOffered(line, isPlaceOffered))
            .map((line) => (
              <List.Item key={line}>
                <Line text={line} />
              </List.Item>
            ))}
        </List>
        <Anchor component={Link} to="/help">
          {t('help:all')}
        </Anchor>
      </Stack>
    </>
  );
}

/** A line with links to places of the menu; a place that the member cannot open is named alone. */
function Line({ text }: { text: string }) {
  const t = useTexts();
  const canOpen = useCanOpen();
  return text.split(/\[\[(\w+)\]\]/).map((part, at) => {
    const place = at % 2 === 1 && placeOf(part);
    if (!place) return part;
    const label = t(`app:menu.${place.key}`);
    if (!canOpen(place.path)) return label;
    return (
      <Anchor key={at} component={Link} to={place.path} underline="always">
        {label}
      </Anchor>
    );
  });
}

const PLACES: readonly { key: SidebarKey; path: string }[] = MAIN_SIDEBAR.flatMap((entry) => [
  entry,
  ...(entry.children ?? []),
]);

const placeOf = (key: string) => PLACES.find((one) => one.key === key);

const isPlaceOffered = (key: string) => isPathOffered(placeOf(key)?.path ?? '');
