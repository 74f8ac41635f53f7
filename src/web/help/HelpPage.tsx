import { Anchor, Paper, SimpleGrid, Skeleton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#web/lib/format/i18n.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { usePageSearch } from '#web/lib/pages/url-state.ts';
import { textIn } from '#web/lib/api/known.ts';
import { articleOf, searchArticles } from './articles.ts';
import { useArticles, useOfferedArticles } from './use-articles.ts';

const readSearch = ({ about }: Readonly<Record<string, unknown>>) => ({ about: textIn(about) });

/** Route: /help; `about` is the path of a page, whose article is opened. */
export function HelpPage() {
  const { about } = usePageSearch(readSearch);
  const article = about === undefined ? undefined : articleOf(about);
  return article ? <Navigate to={`/help/${article}`} replace /> : <ArticleList />;
}

function ArticleList() {
  const t = useTexts();
  const articles = useArticles();
  const offered = useOfferedArticles();
  const [query, setQuery] = useState('');
  if (articles.isError) return <Failure error={articles.error} onRetry={articles.refetch} />;
  const { data } = articles;
  const found = data ? searchArticles(data, offered, query) : [];
  return (
    <>
      <PageHead title={t('help:title')} state={t('help:lead')} />
      <TextInput
        mb="md"
        maw={420}
        type="search"
        aria-label={t('help:search')}
        placeholder={t('help:search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {!data && (
        <Loading>
          <Skeleton height={320} radius="md" />
        </Loading>
      )}
      {data && found.length === 0 && <EmptyState text={t('help:none')} />}
      <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} p={0} m={0} style={{ listStyle: 'none' }}>
        {data &&
          found.map((name) => (
            <Paper key={name} component="li" withBorder radius="md" p="md">
              <Anchor component={Link} to={`/help/${name}`} fw={600}>
                {data[name].title}
              </Anchor>
              <Text size="sm" c="dimmed" mt={4}>
                {data[name].intro}
              </Text>
            </Paper>
          ))}
      </SimpleGrid>
    </>
  );
}
