/**
 * The statements in the body of a function of the database, as they could be sent: its arguments and variables are
 * parameters, and what a `select … into` returns is returned. Statements that a body puts together are not found.
 *
 * @param source a file that creates one function in PL/pgSQL
 */
export function statementsOfFunction(source: string): string[] {
  const [, args = '', rest = ''] = /create or replace function [\w.]+\(([^)]*)\)([^]*)/i.exec(source) ?? [];
  const [, body = ''] = /as \$\$([^]*?)\$\$/.exec(rest) ?? [];
  const [, declared = '', block = ''] = /(?:declare([^]*?))?\bbegin\b([^]*)/.exec(body.replaceAll(/--.*$/gm, '')) ?? [];
  const variables = [...args.split(','), ...declared.split(';')].flatMap((one) => {
    const [, name, type] = /^\s*(\w+)\s+(?:constant\s+)?(\w+(?:\[\])?)/.exec(one) ?? [];
    return name && type ? [{ name, type }] : [];
  });
  return block
    .split(';')
    .flatMap((one) => /\b(?:select|update|delete from|insert into)\b[^]*/.exec(one)?.[0] ?? [])
    .map((one) =>
      variables.reduce(
        (text, { name, type }, n) =>
          text.replaceAll(new RegExp(`(?<![.\\w])${name}(?![\\w(])`, 'g'), `$${n + 1}::${type}`),
        one.replace(/\binto [\w, ]+? from\b/, 'from'),
      ),
    );
}
