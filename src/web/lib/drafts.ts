const PREFIX = 'draft:';

/** What was typed into a form and not sent yet; undefined when there is nothing. Lives as long as the tab. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(key: string, values: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
  } catch {
    // NOTE: a full storage costs the draft, never the typing
  }
}

export function clearDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}

/** Forgets all drafts, because another person may sit down next. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
