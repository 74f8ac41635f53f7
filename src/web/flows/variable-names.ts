import type { FlowVariable } from '#contract/flows.ts';
import { FLOW_VARIABLES } from '#contract/values.ts';
import { wordIn } from '#web/lib/known.ts';

/** What each variable is called in the language of the moment. */
export type VariableNames = Readonly<Record<FlowVariable, string>>;

/** A variable's name, or what a program posts, which is called as the program calls it. */
export function labelOf(code: string, names: VariableNames): string {
  const variable = wordIn(FLOW_VARIABLES, code);
  return variable ? names[variable] : code;
}

const PLACE = /\{([^{}]*)\}/g;

/** `{clientName}` as a person reads it: `{Имя клиента}`. What is no variable stays as it was typed. */
export function toReadable(text: string, names: VariableNames): string {
  return text.replaceAll(PLACE, (whole, code: string) => {
    const variable = wordIn(FLOW_VARIABLES, code.trim());
    return variable ? `{${names[variable]}}` : whole;
  });
}

/** What a person typed, as it is kept: `{Имя клиента}` is `{clientName}`, whatever the case. */
export function toKept(typed: string, names: VariableNames): string {
  return typed.replaceAll(PLACE, (whole, name: string) => {
    const wanted = name.trim().toLowerCase();
    const variable = FLOW_VARIABLES.find((one) => names[one].toLowerCase() === wanted);
    return variable ? `{${variable}}` : whole;
  });
}
