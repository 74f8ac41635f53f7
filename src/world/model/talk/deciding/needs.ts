import { hashId } from '../../protocol/completion.ts';
import type { Call, Tool } from '../../protocol/types.ts';
import type { Talk, ToolResult } from '../reading/talk.ts';
import { fitArguments } from './arguments.ts';

/** Thrown where an answer needs the result of a call that was not made yet; the call is the next step. */
export class MissingResult extends Error {
  override name = 'MissingResult';
  readonly call: Call;

  constructor(call: Call) {
    super(call.name);
    this.call = call;
  }
}

/** After so many calls in one turn an answer is made of what is there. */
const MAX_CALLS = 7;

/** A clinic's functions, by those of a salon that do the same. */
const CLINIC_NAMES: Readonly<Record<string, string>> = {
  list_services: 'list_specialities',
  list_masters: 'list_doctors',
  find_times: 'find_doctor_times',
  book: 'book_appointment',
  my_visits: 'my_appointments',
  cancel_visit: 'cancel_appointment',
};

/** The function of that name, else the clinic's. */
export const findTool = (talk: Talk, name: string): Tool | undefined =>
  talk.tools.find((tool) => tool.name === name) ?? talk.tools.find((tool) => tool.name === CLINIC_NAMES[name]);

export const isClinic = (talk: Talk): boolean => findTool(talk, 'book')?.name === CLINIC_NAMES['book'];

/** Whether a function was called in the turn. */
export const wasCalled = (talk: Talk, name: string): boolean => resultsOf(talk, name).length > 0;

const resultsOf = ({ results }: Talk, name: string): ToolResult[] =>
  results.filter((result) => result.name === name || result.name === CLINIC_NAMES[name]);

/** Arguments of a salon's function with the names that the clinic's has; what a function does not know is left out. */
const withClinicNames = (values: Readonly<Record<string, unknown>>) => ({
  ...values,
  speciality: values['service'],
  doctor: values['master'],
  appointment_id: values['visit_id'],
});

/**
 * The result of a call with these arguments; null where there is no such tool.
 *
 * @throws {MissingResult} when the call was not made yet
 */
export function needResult(
  talk: Talk,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const tool = findTool(talk, name);
  const done = resultsOf(talk, name);
  const args = tool ? fitArguments(tool, withClinicNames(values)) : values;
  const same = done.find((result) => isSame(result.arguments, args));
  if (same) return same.result;
  if (!tool || talk.results.length >= MAX_CALLS) return done.at(-1)?.result ?? null;
  throw new MissingResult(toCall(talk, tool.name, args));
}

/** The result of a tool that writes: it is called once in a turn with any arguments. @throws {MissingResult} */
export function needDeed(
  talk: Talk,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const done = lastResult(talk, name);
  return done ? done.result : needResult(talk, name, values);
}

export const lastResult = (talk: Talk, name: string): ToolResult | undefined => resultsOf(talk, name).at(-1);

export function toCall(talk: Talk, name: string, args: Readonly<Record<string, unknown>>): Call {
  const id = hashId('call_', talk.lines, talk.burst, talk.results.length, name, args);
  return { id, name, arguments: JSON.stringify(args) };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
