import type { InitOptions, PostProcessorModule } from 'i18next';

/**
 * Binds short words of Russian and Ukrainian to the next word, and a dash to the one before it: lines do not break there.
 * The full stop of an abbreviation also ends its sentence.
 */
export const shortWords: PostProcessorModule = {
  type: 'postProcessor',
  name: 'short-words',
  process: (text: string) =>
    text
      .replaceAll(' — ', '\u00a0— ')
      .replaceAll(/(?<!\.)\.\.(?!\.)/g, '.')
      .replaceAll(
        /(?<![\wа-яёіїєґ])([авикосуяйз]|во|до|за|из|ко|на|не|но|об|от|по|со|та|із|зі|ні|що|як) /gi,
        '$1\u00a0',
      ),
};

/**
 * The options of i18next, the same in every language. Languages are named as on the wire, so `pt_br` is no `pt`. What a
 * variant says otherwise stands beside the text, as `empty@medical`.
 */
export const TEXT_OPTIONS = {
  fallbackLng: 'en',
  load: 'currentOnly',
  defaultNS: 'app',
  contextSeparator: '@',
  interpolation: { escapeValue: false },
  postProcess: [shortWords.name],
  initAsync: false,
} as const satisfies InitOptions;
