import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LARGEST_PHOTO_MEGABYTES } from '#contract/reviews-values.ts';
import type { TenantId } from '#contract/tenants.ts';
import type { Context } from '#server/platform/context.ts';
import { withTenant } from '#server/platform/db.ts';
import { Problem } from '#server/platform/problem.ts';
import { announce } from '#server/platform/realtime.ts';
import { createWorkSlots } from '#server/platform/work-slots.ts';
import { storeFile } from '#server/texts/attachment-actions.ts';
import { detectImage, type KindDetector } from '#server/texts/attachment-rules.ts';
import { openReviewPage, type PageLink } from './page-actions.ts';
import { updateReview } from './queries.ts';

// NOTE: a process: it calls an outside service, reads a file or hashes a password between transactions.

/** A photo on its way in. */
export type PhotoUpload = { bytes: AsyncIterable<Uint8Array>; isTruncated: () => boolean };

/** `wrong`: it is no photo · `big`: it exceeds the limit · `refused`: there is no review, or no room for it. */
export type PhotoOutcome = 'kept' | 'wrong' | 'big' | 'refused';

/** Longest side of a stored photo, and the pixels of one that is read: a small file may declare a huge picture. */
const SIDE = 1_600;
const MOST_PIXELS = 60_000_000;
const MOST_STORED_BYTES = 2 * 1_048_576;

/** Photos decoded at once in a process: each needs memory and a core. */
const slots = createWorkSlots({
  total: 2,
  perKey: 1,
  maxWaiting: 20,
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
  { bytes, isTruncated }: PhotoUpload,
): Promise<PhotoOutcome> {
  const page = await withTenant(ctx, tenantId, (scope) => openReviewPage(scope, link));
  const review = page?.settings.takesPhoto ? page.review : null;
  if (!review) return 'refused';
  try {
    const upload = {
      name: 'photo.jpg',
      bytes: encodedAgain(bytes),
      expectedBytes: MOST_STORED_BYTES,
      maxMegabytes: LARGEST_PHOTO_MEGABYTES,
      isTruncated,
    };
    const { id } = await slots.run(tenantId, () =>
      storeFile(ctx, tenantId, upload, { detector: detectImage(), allowed: ['jpg', 'jpeg', 'png'] }),
    );
    await withTenant(ctx, tenantId, async (scope) => {
      await updateReview(scope, review.id, { photoId: id }, ctx.clock.now());
      await announce(scope, 'reviews');
    });
    return 'kept';
  } catch (error) {
    if (isTruncated()) return 'big';
    if (error instanceof NoPhoto || (error instanceof Problem && error.code === 'file.wrong_type')) return 'wrong';
    if (error instanceof Problem) return 'refused';
    throw error;
  }
}

class NoPhoto extends Error {
  override name = 'NoPhoto';
}

async function* encodedAgain(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { default: sharp } = await import('sharp'); // NOTE: most processes never get a photo, and it costs 20 MB
  const encoder = sharp({ limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 82 });
  const feeding = pipeline(Readable.from(sniffed(bytes, detectImage()), { objectMode: false }), encoder);
  feeding.catch(() => undefined); // NOTE: the same error comes from the encoder
  try {
    yield* encoder;
  } catch (cause) {
    throw new NoPhoto('The file cannot be read as a photo', { cause });
  }
}

/** Passes bytes on as long as they may be those of a PNG or JPEG. */
async function* sniffed(bytes: AsyncIterable<Uint8Array>, detector: KindDetector): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (!detector.take(chunk)) throw new NoPhoto('The file begins as no photo');
    yield chunk;
  }
}
