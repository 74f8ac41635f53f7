import { type BookingNotice, type BookingProvider, UnreadablePost } from '#server/connections/port.ts';
import type { InboxId, InboxRow } from '#server/platform/inbox.ts';

/** Everything that was posted about one thing. */
export type Post = {
  ids: InboxId[];
  notice: Omit<BookingNotice, 'unknownFields'>;
  /** Of all of them. */
  unknownFields: string[];
  /** Of the latest. */
  receivedAt: Temporal.Instant;
};

/** Understands raw posts, and puts those about one thing together. */
export function sortPosts(
  provider: Pick<BookingProvider, 'read'>,
  rows: readonly InboxRow[],
): { posts: Post[]; unreadable: { id: InboxId; problem: string }[] } {
  const posts = new Map<string, Post>();
  const unreadable: { id: InboxId; problem: string }[] = [];
  for (const { id, body, receivedAt } of rows) {
    const notice = readOne(provider, body);
    if (notice instanceof UnreadablePost) {
      unreadable.push({ id, problem: notice.message });
      continue;
    }
    const key = `${notice.branchExternalId}:${notice.kind}:${notice.externalId}`;
    const before = posts.get(key);
    posts.set(key, {
      ids: [...(before?.ids ?? []), id],
      notice,
      unknownFields: [...(before?.unknownFields ?? []), ...notice.unknownFields],
      receivedAt,
    });
  }
  return { posts: [...posts.values()], unreadable };
}

function readOne(provider: Pick<BookingProvider, 'read'>, body: Buffer): BookingNotice | UnreadablePost {
  try {
    return provider.read(body);
  } catch (error) {
    if (error instanceof UnreadablePost) return error;
    throw error;
  }
}
