/** Marks that show nothing: directions, zero widths, soft hyphens, byte order marks, variations and controls. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/** Removes the marks that a messenger, a spreadsheet or a page puts around and into what people copy out of it. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** Marks that letters and emoji need: joiners, variations, and the tags of flags. */
const NEEDED = /[\u{FE00}-\u{FE0F}\u{E0020}-\u{E007F}]|\u{200C}|\u{200D}/u;

/** The text of a person on one line, as it is compared and stored: composed letters, one space between words. */
export function onOneLine(text: string): string {
  const visible = text.replaceAll(/\s/g, ' ').replaceAll(INVISIBLE, (mark) => (NEEDED.test(mark) ? mark : ''));
  return visible.replaceAll(/ +/g, ' ').trim().normalize('NFC');
}
