/** The part of the package that is used; it brings no types. */
declare module 'word-extractor' {
  export default class WordExtractor {
    extract(file: Buffer): Promise<{ getBody(): string; getFootnotes(): string }>;
  }
}
