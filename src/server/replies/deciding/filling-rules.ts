/** Values of the variables of a template; an empty name: the review has none. */
export type ReplyValues = { clientName: string; businessName: string };

/** Fills a template. Without a name, the name leaves with the comma beside it: `{clientName}, thank you` is `Thank you`. */
export function fillTemplate(template: string, { clientName, businessName }: ReplyValues): string {
  const named =
    clientName === ''
      ? template
          .replaceAll(/(^|[.!?…]\s+|\n)\{clientName\}\s*[,:!—–-]*\s*/gu, '$1')
          .replaceAll(/\s*,?\s*\{clientName\}/gu, '')
          .replaceAll(
            /(^|[.!?…]\s+|\n)(\p{Ll})/gu,
            (_match, before: string, letter: string) => before + letter.toUpperCase(),
          )
      : template.replaceAll('{clientName}', clientName);
  return named.replaceAll('{businessName}', businessName).trim();
}

/** A reply with the owner's last line, which is not repeated where the text ends with it. */
export function signed(text: string, signature: string): string {
  return signature === '' || text.trimEnd().endsWith(signature) ? text.trim() : `${text.trim()}\n\n${signature}`;
}
