import { Badge, Group, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import type { Review } from '#contract/reviews/calls.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import type { Column } from '#web/ui/lists/list.ts';
import { ToneBadge } from '#web/ui/feedback/ToneBadge.tsx';
import { ContactName } from '#web/contacts/ContactName.tsx';
import classes from './reviews.module.css';
import { Stars } from './Stars.tsx';
import { useHintName } from './use-hint-name.ts';

export function useReviewColumns(): Column<Review>[] {
  const t = useTexts();
  const hintName = useHintName();
  return [
    {
      key: 'review',
      title: t('reviews:column.review'),
      isMain: true,
      cell: ({ stars, text, tags, photoUrl }) => (
        <span className={classes.review}>
          <Stars stars={stars} />
          {text && <span className={classes.text}>{text}</span>}
          {(tags.length > 0 || photoUrl) && (
            <Group gap={6}>
              {tags.map((tag) => (
                <Badge key={tag} color="gray" tt="none">
                  {hintName(tag)}
                </Badge>
              ))}
              {photoUrl && <IconCamera size={16} role="img" aria-label={t('reviews:photo')} />}
            </Group>
          )}
        </span>
      ),
    },
    {
      key: 'who',
      title: t('reviews:column.contact'),
      cell: ({ contact }) =>
        contact ? <ContactName name={contact.name} phone={contact.phone} /> : t('reviews:anonymous'),
    },
    {
      key: 'visit',
      title: t('reviews:column.visit'),
      from: 'medium',
      cell: ({ masterName, serviceTitles, branch }) => (
        <span className={classes.review}>
          <span>{[serviceTitles.join(', '), masterName].filter(Boolean).join(' · ') || '–'}</span>
          {branch && (
            <Text span size="sm" c="dimmed">
              {branch.title}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('reviews:column.state'),
      isBrief: true,
      cell: ({ answer, stars, contact, mapChosen }) => {
        if (answer) return <ToneBadge tone="good">{t('reviews:answered.yes')}</ToneBadge>;
        if (mapChosen) return t(`reviews:map.${mapChosen}`);
        return stars <= 2 && contact ? <ToneBadge tone="attention">{t('reviews:answered.no')}</ToneBadge> : '–';
      },
    },
    {
      key: 'when',
      title: t('reviews:column.when'),
      isBrief: true,
      cell: ({ createdAt, timeZone }) => <Moment at={createdAt} zone={timeZone} />,
    },
  ];
}
