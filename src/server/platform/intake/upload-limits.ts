import { BODY_PACE, type BodyPace } from './body-pace.ts';
import type { SlotLimits } from './work-slots.ts';

/** How bodies with files are taken. Those of visitors have places of their own, so that neither takes the other's. */
export type UploadLimits = {
  pace: BodyPace;
  /** By tenant. */
  members: SlotLimits;
  /** By the network of the visitor's address. */
  visitors: SlotLimits;
  /** Places of visitors that those to one tenant's pages take at most. */
  visitorsOfTenant: number;
};

/** Somebody without a place waits for longer than an upload that yields its place may have it. */
const WAIT = { maxWaitMs: 40_000, yieldsAfterMs: 30_000 };

/**
 * A place is held while bytes arrive, for minutes where the line is slow. It costs some hundred KB of buffers; what would
 * cost more, bytes that arrive quickly, is paced for all uploads together. So there are many more places than an ordinary
 * day needs.
 */
export const UPLOAD_LIMITS: UploadLimits = {
  pace: BODY_PACE,
  members: { total: 32, reserved: 8, perKey: 4, maxWaiting: 1_000, maxWaitingPerKey: 60, ...WAIT },
  // NOTE: a business's guests may share its network.
  visitors: { total: 24, reserved: 8, perKey: 3, maxWaiting: 1_000, maxWaitingPerKey: 10, ...WAIT },
  visitorsOfTenant: 16,
};
