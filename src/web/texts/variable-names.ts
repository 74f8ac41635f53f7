import type { FlowVariable } from '#contract/flows.ts';
import { FLOW_VARIABLES } from '#contract/values.ts';

/** What each variable is called in the language of the moment. */
export type VariableNames = Readonly<Record<FlowVariable, string>>;

/** The variable of a code; spaces around it and its case do not matter, as they do not when it is sent. */
export function variableIn(code: string): FlowVariable | undefined {
  const wanted = code.trim().toLowerCase();
  return FLOW_VARIABLES.find((one) => one.toLowerCase() === wanted);
}

/** A variable's name, or what a program posts, which is called as the program calls it. */
export function labelOf(code: string, names: VariableNames): string {
  const variable = variableIn(code);
  return variable ? names[variable] : code;
}

const PLACE = /\{([^{}]*)\}/g;

/** `{clientName}` as a person reads it: `{Имя клиента}`. What is no variable stays as it was typed. */
export function toReadable(text: string, names: VariableNames): string {
  return text.replaceAll(PLACE, (whole, code: string) => {
    const variable = variableIn(code);
    return variable ? `{${names[variable]}}` : whole;
  });
}

/** What a person typed, as it is kept: `{Имя клиента}` is `{clientName}`, whatever the case. */
export function toKept(typed: string, names: VariableNames): string {
  return typed.replaceAll(PLACE, (whole, name: string) => {
    const wanted = name.trim().toLowerCase();
    const variable = FLOW_VARIABLES.find((one) => names[one].toLowerCase() === wanted) ?? variableIn(name);
    return variable ? `{${variable}}` : whole;
  });
}
