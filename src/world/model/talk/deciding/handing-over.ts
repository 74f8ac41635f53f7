import type { Talk } from '../reading/talk.ts';
import { isRefused } from '../reading/results.ts';
import { phrase } from '../wording/phrases.ts';
import { findTool, needDeed } from './needs.ts';

export type HandoverReason = 'reason_person' | 'reason_complaint' | 'reason_unknown';

const LONGEST_SUMMARY = 300;

/** Calls a person where the tool exists; without it, nothing is claimed. */
export function handOver(talk: Talk, reason: HandoverReason): string[] {
  const isSorry = reason === 'reason_complaint';
  const before = isSorry ? [phrase(talk, 'sorry')] : [];
  if (!findTool(talk, 'hand_over') && !talk.results.some(({ name }) => name === 'hand_over')) {
    const phone = talk.business.find(({ label }) => /phone|телефон|telefone/iu.test(label));
    return [...before, phrase(talk, 'no_person'), ...(phone ? [phrase(talk, 'phone', phone)] : [])];
  }
  const summary = [
    ...talk.lines
      .filter(({ role }) => role === 'user')
      .slice(-2)
      .map(({ text }) => text),
    ...talk.burst,
  ].join(' / ');
  const result = needDeed(talk, 'hand_over', {
    reason: phrase(talk, reason),
    summary: summary.slice(-LONGEST_SUMMARY),
  });
  const isDone = result !== null && !isRefused(result);
  return [...before, phrase(talk, isDone ? 'handed_over' : 'no_person')];
}
