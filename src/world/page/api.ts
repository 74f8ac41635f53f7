import { notifications } from '@mantine/notifications';

/** A refusal of a control call; `code` names those that have words of their own. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** A control call. @throws {Refusal} */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (response.ok) return answer as T; // the world's own answer, described in its README
  throw new Refusal(reasonOf(answer) ?? `${response.status}`, codeOf(answer));
}

/** Does something and shows a refusal in a toast; returns undefined then. */
export async function act<T>(method: string, path: string, body?: unknown): Promise<T | undefined> {
  try {
    return await call<T>(method, path, body);
  } catch (error) {
    showRefusal(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

export function showRefusal(message: string): void {
  notifications.show({ color: 'red', message, withCloseButton: false });
}

/** Says that something was done. */
export function showDone(message: string): void {
  notifications.show({ color: 'violet', message, withCloseButton: false });
}

function codeOf(answer: unknown): string | undefined {
  return typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : undefined;
}

function reasonOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const issues = 'issues' in answer && Array.isArray(answer.issues) ? answer.issues : [];
  return [String(answer.error), ...issues.map((issue: unknown) => JSON.stringify(issue))].join(' ');
}
