import { z } from 'zod';
import type { CaseExpectation, CaseSettings, CaseVisit } from '#contract/assistants/cases.ts';
import { LONGEST_CASE_LINE, MAX_CASE_LINES } from '#contract/assistants/case-values.ts';
import type { AssistantTurn } from '#contract/assistants/turns.ts';
import type { Language } from '#contract/primitives.ts';
import { maskPersonal, STAND_IN_NAME } from './masking-rules.ts';

type Line = { side: 'contact' | 'ours'; text: string };
type Turn = Pick<AssistantTurn, 'outcome' | 'calls'>;

const LONGEST_TITLE = 120;
/** Where a visit of the client stood is not known any more: it is placed so many days ahead. */
const VISIT_DAYS = 3;

/** A successful deed of the booking system, as its function answers. */
const Deed = z.object({ ok: z.literal(true), visit: z.object({ service: z.string() }) });

/**
 * Makes a case of a conversation: the client's messages, masked, and what happened as what is expected.
 *
 * @returns null: the client wrote nothing
 */
export function caseOfTalk(
  lines: readonly Line[],
  turns: readonly Turn[],
  { name, language }: { name: string; language: Language },
): CaseSettings | null {
  const messages = messagesOf(lines)
    .map((message) => maskPersonal(message, { name, language }).slice(0, LONGEST_CASE_LINE))
    .slice(0, MAX_CASE_LINES);
  const [first] = messages;
  if (first === undefined) return null;
  const { expectations, visits } = expectedOf(turns);
  return {
    title: first.replaceAll(/\s+/gu, ' ').slice(0, LONGEST_TITLE),
    language,
    script: { kind: 'lines', lines: messages },
    clientName: name.trim() === '' ? '' : STAND_IN_NAME[language],
    visits,
    expectations,
  };
}

/** The client's messages; those without an answer between them are one. */
function messagesOf(lines: readonly Line[]): string[] {
  const messages: string[] = [];
  let isOpen = false;
  for (const { side, text } of lines) {
    if (side === 'contact') messages.push(isOpen ? `${messages.pop() ?? ''}\n${text}` : text);
    isOpen = side === 'contact';
  }
  return messages;
}

function expectedOf(turns: readonly Turn[]): { expectations: CaseExpectation[]; visits: CaseVisit[] } {
  const serviceOf = (tool: string): string | undefined =>
    turns
      .flatMap(({ calls }) => calls)
      .flatMap((call) => (call.tool === tool ? (Deed.safeParse(call.result).data?.visit.service ?? []) : []))
      .at(-1);
  const [booked, moved, cancelled] = [serviceOf('book'), serviceOf('move_visit'), serviceOf('cancel_visit')];
  const own = moved ?? cancelled;
  const isHandedOver = turns.some(({ outcome }) => outcome === 'handed_over');
  const deeds: CaseExpectation[] = [
    ...(booked && !own ? [{ type: 'booked' as const, service: booked, master: null, inDays: null, time: null }] : []),
    ...(moved && !booked && !cancelled ? [{ type: 'moved' as const, inDays: null, time: null }] : []),
    ...(cancelled && !booked && !moved ? [{ type: 'cancelled' as const }] : []),
  ];
  const isUnchanged = booked === undefined && own === undefined;
  return {
    expectations: [
      ...deeds,
      ...(isUnchanged ? [{ type: 'unchanged' as const }] : []),
      { type: isHandedOver ? ('handed_over' as const) : ('not_handed_over' as const) },
    ],
    visits: own && !booked ? [{ service: own, master: null, inDays: VISIT_DAYS, time: '12:00' }] : [],
  };
}
