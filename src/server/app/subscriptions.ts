import type { EventPayload, Subscriptions } from '#server/platform/events.ts';
import type { Job } from '#server/platform/jobs.ts';

/** Who is told of what: event → the jobs queued for it. The one place that knows both sides. */
export function subscriptions(): Subscriptions {
  return new Map<string, Job<typeof EventPayload>[]>([]);
}
