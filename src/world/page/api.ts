import { notifications } from '@mantine/notifications';

/** A control call; a refusal is shown and thrown. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (response.ok) return answer as T; // the world's own answer, described in its README
  throw new Error(reasonOf(answer) ?? `${response.status}`);
}

/** Does something and shows a refusal in a toast; returns undefined then. */
export async function act<T>(method: string, path: string, body?: unknown): Promise<T | undefined> {
  try {
    return await call<T>(method, path, body);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    notifications.show({ color: 'red', message, withCloseButton: false });
    return undefined;
  }
}

/** Says that something was done. */
export function tell(message: string): void {
  notifications.show({ color: 'violet', message, withCloseButton: false });
}

function reasonOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const issues = 'issues' in answer && Array.isArray(answer.issues) ? answer.issues : [];
  return [String(answer.error), ...issues.map((issue: unknown) => JSON.stringify(issue))].join(' ');
}
