import { Alert, Badge, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Review, ReviewId } from '#contract/reviews/calls.ts';
import { useFormat } from '#web/lib/format/format.ts';
import { useTexts } from '#web/lib/format/i18n.ts';
import { Moment } from '#web/lib/format/Moment.tsx';
import { usePageName } from '#web/lib/pages/page-name.ts';
import { useFormatPhone } from '#web/lib/format/phone.ts';
import { usePathId } from '#web/lib/pages/room.ts';
import { Facts } from '#web/ui/lists/Facts.tsx';
import { Failure } from '#web/ui/feedback/Failure.tsx';
import { Loading } from '#web/ui/feedback/Loading.tsx';
import { PageHead } from '#web/ui/layout/PageHead.tsx';
import { AnswerCard } from './AnswerCard.tsx';
import classes from './reviews.module.css';
import { Stars } from './Stars.tsx';
import { useHintName } from './use-hint-name.ts';
import { useReview } from './use-reviews.ts';

/** Route: /widgets/reviews/rating/{id} */
export function ReviewPage() {
  const t = useTexts();
  const reviewId = usePathId<ReviewId>('id');
  const found = useReview(reviewId);
  const review = found.data?.review;
  usePageName(review && (review.contact?.name || t('reviews:anonymous')));
  return (
    <>
      <PageHead
        backTo="/reviews"
        title={t('reviews:one')}
        state={
          review && (
            <Group gap={8}>
              <Stars stars={review.stars} />
              <Moment at={review.createdAt} zone={review.timeZone} />
            </Group>
          )
        }
      />
      {found.isPending && (
        <Loading>
          <Skeleton height={180} mb={16} />
          <Skeleton height={180} />
        </Loading>
      )}
      {found.isError && !found.data && <Failure error={found.error} onRetry={found.refetch} />}
      {found.data && review && (
        <div className={classes.one}>
          <Stack>
            <Words review={review} />
            <AnswerCard key={review.answer?.messageId ?? 'none'} review={review} way={found.data.way} />
          </Stack>
          <About review={review} />
        </div>
      )}
    </>
  );
}

function Words({ review: { text, tags, comesAgain, photoUrl, mapChosen, alertTrouble } }: { review: Review }) {
  const t = useTexts();
  const hintName = useHintName();
  return (
    <Card component="section" aria-label={t('reviews:column.review')}>
      <Stack gap="sm">
        <Text className={classes.words} c={text ? undefined : 'dimmed'}>
          {text || t('reviews:no_text')}
        </Text>
        {tags.length > 0 && (
          <Group gap={6}>
            {tags.map((tag) => (
              <Badge key={tag} color="gray" tt="none">
                {hintName(tag)}
              </Badge>
            ))}
          </Group>
        )}
        {photoUrl && (
          <a href={photoUrl} target="_blank" rel="noreferrer">
            <img className={classes.photo} src={photoUrl} alt={t('reviews:photo')} />
          </a>
        )}
        {comesAgain !== null && <Text size="sm">{t(`reviews:comes_again.${comesAgain ? 'yes' : 'no'}`)}</Text>}
        {mapChosen && <Text size="sm">{t('reviews:map_opened', { map: t(`reviews:map.${mapChosen}`) })}</Text>}
        {alertTrouble && <Alert color="attention">{t('reviews:alert_failed')}</Alert>}
      </Stack>
    </Card>
  );
}

/** The contact and the visit. */
function About({ review }: { review: Review }) {
  const t = useTexts();
  const format = useFormat();
  const formatPhone = useFormatPhone();
  const { contact, visit, branch, masterName, serviceTitles, orderNumber, timeZone } = review;
  const facts = [
    contact && {
      label: t('reviews:column.contact'),
      value: (
        <Link to="/contacts/$contactId" params={{ contactId: contact.id }}>
          {contact.name || t('contacts:nameless')}
        </Link>
      ),
    },
    contact?.phone && { label: t('reviews:phone'), value: formatPhone(contact.phone) },
    visit && { label: t('reviews:column.visit'), value: format.dateTime(visit.startsAt, timeZone) },
    orderNumber && { label: t('reviews:order'), value: orderNumber },
    serviceTitles.length > 0 && { label: t('reviews:service'), value: serviceTitles.join(', ') },
    masterName && { label: t('reviews:master'), value: masterName },
    branch && { label: t('reviews:branch'), value: branch.title },
    visit && visit.total.amountMinor > 0 && { label: t('reviews:paid'), value: format.money(visit.total) },
  ].filter((fact) => typeof fact === 'object' && fact !== null);
  return (
    <Card component="section" aria-label={t('reviews:about')}>
      <Title order={2} mb="sm">
        {t('reviews:about')}
      </Title>
      {facts.length === 0 ? <Text c="dimmed">{t('reviews:anonymous')}</Text> : <Facts facts={facts} />}
    </Card>
  );
}
