import type { ChannelTemplate } from '#contract/channels/calls.ts';

/** One template in the languages that fare alike. */
export type TemplateGroup = {
  /** The one to show: in the wanted language where there is one. */
  shown: ChannelTemplate;
  languages: readonly string[];
};

/**
 * Puts the languages of a template together, as the provider counts each as a template of its own.
 *
 * Where one was refused or wants a picture it stands apart, because there is something else to do about it.
 *
 * @param wanted a language as the cabinet names it, e.g. `pt_br`
 */
export function groupTemplates(templates: readonly ChannelTemplate[], wanted: string): TemplateGroup[] {
  const groups = Map.groupBy(templates, ({ name, status, reason, media, isFillable }) =>
    JSON.stringify([name, status, reason, media, isFillable]),
  );
  return [...groups.values()].flatMap((group) => {
    const shown = group.find(({ language }) => isLanguage(language, wanted)) ?? group[0];
    return shown ? [{ shown, languages: group.map(({ language }) => language) }] : [];
  });
}

/** The provider writes `pt_BR` or `ru`, the cabinet `pt_br`. */
function isLanguage(language: string, wanted: string): boolean {
  return language.toLowerCase() === wanted || language.toLowerCase().split('_')[0] === wanted;
}
