import type { FlowConditions } from '#contract/audiences/calls.ts';
import type { ImportId } from '#contract/imports/calls.ts';
import type { MailingAudience, MailingId } from '#contract/mailings/calls.ts';

/** The ways to choose an audience. */
export const WAYS = ['all', 'conditions', 'segment', 'list', 'mailing'] as const;
export type Way = (typeof WAYS)[number];

/** The id of a list, segment or mailing that is not chosen yet: the contract refuses it, so nothing is saved. */
const UNCHOSEN = '';

export function wayOf(audience: MailingAudience): Way {
  if (audience.type !== 'conditions') return audience.type;
  if (segmentOf(audience) !== null) return 'segment';
  return audience.conditions.groups.length > 0 ? 'conditions' : 'all';
}

/**
 * The audience of a way. A list, a segment or an earlier mailing still has to be chosen: without it an audience stays
 * incomplete, and never falls back to all contacts.
 */
export function audienceOf(way: Way, segmentId: string = UNCHOSEN): MailingAudience {
  if (way === 'list') return { type: 'list', importId: UNCHOSEN as ImportId };
  if (way === 'mailing') return { type: 'mailing', mailingId: UNCHOSEN as MailingId, outcome: 'read_not_replied' };
  if (way === 'segment') return { type: 'conditions', conditions: inSegment(segmentId) };
  return { type: 'conditions', conditions: { match: 'all', groups: [] } };
}

/** Whether a list, segment or mailing is still to be chosen. */
export function isUnchosen(audience: MailingAudience): boolean {
  if (audience.type === 'list') return audience.importId === UNCHOSEN;
  if (audience.type === 'mailing') return audience.mailingId === UNCHOSEN;
  return segmentOf(audience) === UNCHOSEN;
}

/** The conditions of being in one saved segment. */
function inSegment(segmentId: string): FlowConditions {
  const values = segmentId === UNCHOSEN ? [] : [segmentId];
  return {
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'segment', isNot: false, values }] }],
  };
}

/** The segment, where being in one is the only condition; empty while it is still to be chosen. */
export function segmentOf(audience: MailingAudience): string | null {
  if (audience.type !== 'conditions') return null;
  const [group, ...others] = audience.conditions.groups;
  const [only, ...more] = group?.conditions ?? [];
  if (others.length > 0 || more.length > 0 || only?.field !== 'segment' || only.isNot) return null;
  return only.values.length > 1 ? null : (only.values[0] ?? UNCHOSEN);
}
