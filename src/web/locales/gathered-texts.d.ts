/** The module that `scripts/gathered-texts.ts` serves. */
declare module 'virtual:gathered-texts/*' {
  /** Loads texts of a gathered section, by path as `import.meta.glob` writes it. */
  export const gatheredTexts: Record<string, () => Promise<import('i18next').ResourceKey>>;
}
