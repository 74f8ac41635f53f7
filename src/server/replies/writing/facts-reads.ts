import type { ReplyWidget } from '#contract/replies/calls.ts';
import { greetingName } from '#server/contacts/book/greeting-rules.ts';
import { reachOf } from '#server/contacts/book/actions.ts';
import type { ActionScope } from '#server/platform/context/context.ts';
import { languageOfReview } from '#server/replies/deciding/language-rules.ts';
import type { ReviewFacts } from '#server/replies/deciding/prompt-rules.ts';
import { findPlatformReview } from '#server/replies/storage/platform-queries.ts';
import type { StoredReply } from '#server/replies/storage/reply-queries.ts';
import { readReview } from '#server/reviews/answers/answer-actions.ts';
import { getTenant } from '#server/tenants/actions.ts';

/** A review as it is now, and whether a person has answered it. */
export type ReviewNow = { facts: ReviewFacts; isAnswered: boolean };

/** Reads the review of a reply, as its author last changed it. */
export async function readFacts(
  scope: ActionScope,
  { reviewId, platformReviewId }: Pick<StoredReply, 'reviewId' | 'platformReviewId'>,
): Promise<ReviewNow> {
  if (reviewId) {
    const review = await readReview(scope, reviewId);
    const reach = review.contact && (await reachOf(scope, [review.contact.id])).get(review.contact.id);
    const tenant = await getTenant(scope);
    return {
      facts: {
        source: 'own',
        stars: review.stars,
        text: review.text,
        clientName: reach ? greetingName(reach.contact) : '',
        language: languageOfReview(review.text, review.language),
        businessName: (review.orderNumber === null ? null : review.branch?.title) || tenant.name,
      },
      isAnswered: review.answer !== null,
    };
  }
  const pasted = platformReviewId === null ? undefined : await findPlatformReview(scope, platformReviewId);
  if (!pasted) throw new Error('A reply has no review');
  return { facts: await factsOfPasted(scope, pasted), isAnswered: false };
}

type Pasted = Pick<ReviewFacts, 'source' | 'stars' | 'text'> & { authorName: string };

/** The facts of a review that a member pasted. */
export async function factsOfPasted(
  scope: ActionScope,
  { source, stars, text, authorName }: Pasted,
): Promise<ReviewFacts> {
  const { name, customerLanguage } = await getTenant(scope);
  return {
    source,
    stars,
    text,
    clientName: greetingName({ name: authorName }),
    language: languageOfReview(text, customerLanguage),
    businessName: name,
  };
}

/** The part of a widget that the model is given. */
export type Preferences = Pick<ReplyWidget['settings'], 'instruction' | 'signature' | 'tone'>;
