type CurlOptions = {
  /** Origin of the cabinet, e.g. `https://app.example.com`. */
  origin: string;
  scope: string;
  /** One item of the call. */
  example: object;
  /** Null: the command says where it belongs. */
  secret: string | null;
};

/** A command for a terminal that posts one item; each run of it is a call of its own. */
export function curlOf({ origin, scope, example, secret }: CurlOptions): string {
  const body = bodyOf(example);
  return [
    `curl -X POST ${origin}/api/v1/events/${scope} \\`,
    `  -H 'Authorization: Bearer ${secret ?? 'fd_…'}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "Idempotency-Key: $(uuidgen)" \\`,
    `  -d ${quoted(body)}`,
  ].join('\n');
}

/** In a shell nothing but its own end is special inside single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The body of a call with one item. */
export const bodyOf = (item: object): string => JSON.stringify({ items: [item] }, null, 2);
