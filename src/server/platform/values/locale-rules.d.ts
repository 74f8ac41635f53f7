import type { Language } from '#contract/primitives.ts';
/** The BCP 47 tag of a language, for `Intl` and `lang` attributes. */
export declare const LOCALE_TAGS: Readonly<Record<Language, string>>;
type TextTree = {
    readonly [key: string]: string | TextTree;
};
type Singular<Key extends string> = Key extends `${infer Base}_${'one' | 'few' | 'many' | 'other'}` ? Base : Key;
/** Every key of a tree of texts, levels joined by dots; plural suffixes are left off. */
type TextKey<Tree> = {
    [Key in keyof Tree & string]: Tree[Key] extends string ? Singular<Key> : `${Key}.${TextKey<Tree[Key]>}`;
}[keyof Tree & string];
/** A text in a language; English where the language has none. `count` selects the plural form. */
type Text<Tree> = (language: Language, key: TextKey<Tree>, values?: Record<string, string | number>) => string;
/**
 * The texts of a room, one tree per language, as read from the room's `locales/<language>.json`.
 *
 * The English file types the keys: one that it lacks does not compile. `src/locales.test.ts` compares the others with it.
 */
export declare function roomTexts<Tree extends TextTree>(trees: Readonly<Record<Language, Tree>>): Text<Tree>;
export {};
