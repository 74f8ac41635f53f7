const PLACE = /\{\{(\d+)\}\}/g;

/** A template's text with its places filled; an empty place stays as it is written. */
export function filledBody(body: string, parameters: readonly string[]): string {
  return body.replaceAll(PLACE, (whole, number: string) => parameters[Number(number) - 1]?.trim() || whole);
}
