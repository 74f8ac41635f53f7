const PREFIX = 'draft:';

/** Returns the unsent input of a form; undefined when there is none. Lives as long as the tab. */
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
    // NOTE: a full storage loses the draft, never the input
  }
}

export function clearDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}

/** Deletes all drafts, because another person may sign in next. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
