import type { TextVariable } from '#contract/texts/calls.ts';
import { TEXT_VARIABLES } from '#contract/texts/values.ts';

/** Names of variables in the current language. */
export type VariableNames = Readonly<Record<TextVariable, string>>;

/** The variable of a code; spaces around it and its case do not matter, as they do not when it is sent. */
export function variableIn(code: string): TextVariable | undefined {
  const wanted = code.trim().toLowerCase();
  return TEXT_VARIABLES.find((one) => one.toLowerCase() === wanted);
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

/** Converts typed names to stored ones: `{Имя клиента}` becomes `{clientName}`, ignoring case. */
export function toStoredText(typed: string, names: VariableNames): string {
  return typed.replaceAll(PLACE, (whole, name: string) => {
    const wanted = name.trim().toLowerCase();
    const variable = TEXT_VARIABLES.find((one) => names[one].toLowerCase() === wanted) ?? variableIn(name);
    return variable ? `{${variable}}` : whole;
  });
}
