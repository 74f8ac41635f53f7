import type { Readable } from 'node:stream';
import { LARGEST_PHOTO_MEGABYTES } from '#contract/reviews/values.ts';
import type { TenantId } from '#contract/tenants/ids.ts';
import type { FileId } from '#contract/texts/calls.ts';
import type { Context } from '#server/platform/context/context.ts';
import { withTenant } from '#server/platform/database/db.ts';
import { networkOf } from '#server/platform/values/ip-address-rules.ts';
import { readIsolated } from '#server/platform/isolated-readers/read-isolated.ts';
import { UnreadableFile } from '#server/platform/isolated-readers/unreadable-file.ts';
import { Problem } from '#server/platform/values/problem.ts';
import { announce } from '#server/platform/events/realtime.ts';
import { createWorkSlots } from '#server/platform/intake/work-slots.ts';
import { storeFile } from '#server/texts/attachments/attachment-actions.ts';
import { detectImage } from '#server/texts/attachments/attachment-rules.ts';
import { MAX_PIXELS, pictureEncoder } from '#server/texts/attachments/picture-reads.ts';
import { openReviewPage, type PageLink } from './page-actions.ts';
import { updateReview } from '#server/reviews/storage/queries.ts';

// NOTE: a process: it reads or stores a file between transactions.

/** A photo that has arrived, and the address it came from. */
export type PhotoUpload = { open: () => Readable; isTruncated: boolean; address: string };

/**
 * `wrong`: it is no photo · `big`: it exceeds the limit · `pixels`: it has too many · `busy`: there is no place for it ·
 * `refused`: there is no review.
 */
export type PhotoOutcome = 'kept' | 'wrong' | 'big' | 'pixels' | 'busy' | 'refused';

/** Longest side of a stored photo, in pixels. */
const SIDE = 1_600;
const QUALITY = 82;
const MAX_STORED_BYTES = 2 * 1_048_576;

/**
 * Photos that are decoded or wait for it. A visitor has one, on all pages together, as a business has. They wait
 * for a place no longer than somebody looks at a page that loads.
 */
const ofVisitors = createWorkSlots({
  total: 40,
  perKey: 1,
  maxWaiting: 40,
  maxWaitingPerKey: 3,
  maxWaitMs: 20_000,
  refusal: () => new Problem('file.too_many_at_once', { retryAfterMs: 20_000 }),
});

/**
 * Stores the photo of a review. Its type is read from its bytes, and it is encoded again: what is stored has neither a
 * place nor a camera, nor anything but a picture.
 */
export async function keepPhoto(
  ctx: Context,
  tenantId: TenantId,
  link: PageLink,
  photo: PhotoUpload,
): Promise<PhotoOutcome> {
  const page = await withTenant(ctx, tenantId, (scope) => openReviewPage(scope, link));
  const review = page?.settings.takesPhoto ? page.review : null;
  if (!review) return 'refused';
  if (photo.isTruncated) return 'big';
  try {
    const photoId = await ofVisitors.run(networkOf(photo.address), () => storeEncoded(ctx, tenantId, photo));
    await withTenant(ctx, tenantId, async (scope) => {
      await updateReview(scope, review.id, { photoId }, ctx.clock.now());
      await announce(scope, 'reviews');
    });
    return 'kept';
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): PhotoOutcome {
  if (error instanceof Problem) return error.code === 'file.wrong_type' ? 'wrong' : 'busy';
  if (!(error instanceof UnreadableFile)) throw error;
  if (error.reason === 'too_many_pixels' || error.reason === 'too_much') return 'pixels';
  return error.reason === 'too_slow' ? 'busy' : 'wrong';
}

function storeEncoded(ctx: Context, tenantId: TenantId, { open }: PhotoUpload): Promise<FileId> {
  const options = { mostPixels: MAX_PIXELS, side: SIDE, quality: QUALITY };
  const reading = { key: tenantId, options, open: () => Promise.resolve(open()) };
  return readIsolated(pictureEncoder, reading, async (bytes) => {
    const upload = {
      name: 'photo.jpg',
      bytes,
      expectedBytes: MAX_STORED_BYTES,
      maxMegabytes: LARGEST_PHOTO_MEGABYTES,
      isTruncated: () => false,
    };
    const { id } = await storeFile(ctx, tenantId, upload, { detector: detectImage(), allowed: ['jpg', 'jpeg', 'png'] });
    return id;
  });
}
