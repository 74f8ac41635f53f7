import type { AssistantSettings } from '#contract/assistants/settings.ts';
import { foldPhrase } from '#server/assistants/turns/phrase-rules.ts';

/** Phrases that both begin and end the pause of an assistant, which leaves open what they do. */
export function coincidingPhrases({ plugins }: Pick<AssistantSettings, 'plugins'>): string[] {
  const { startPhrases = [], stopPhrases = [] } = plugins.human_handoff ?? {};
  const starts = new Set(startPhrases.map(foldPhrase));
  return stopPhrases.filter((phrase) => starts.has(foldPhrase(phrase)));
}
