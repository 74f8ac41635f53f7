/** What the server tells of the demo, at `GET /_demo/info`. */
type DemoInfo = {
  logins?: { role: string; email: string; password: string }[];
  brands?: { name: string; url: string }[];
};

/**
 * Prints where everything is and how to sign in.
 *
 * @returns the addresses, for another start that finds this one running
 */
export async function printWelcome(where: {
  publicUrl: string;
  productUrl: string;
  worldUrl: string | null;
  logs: string;
}): Promise<string[]> {
  const info = await readDemoInfo(where.productUrl);
  const addresses = [`Cabinet  ${where.publicUrl}`, ...(where.worldUrl ? [`World    ${where.worldUrl}`] : [])];
  const lines = [
    '',
    `  Cabinet   ${where.publicUrl}`,
    ...(where.worldUrl
      ? [`  World     ${where.worldUrl}   clients' phones, the salon's calendar, the mailbox, the clock`]
      : []),
    ...table(
      'Brands',
      (info.brands ?? []).map(({ name, url }) => [name, url]),
    ),
    ...table(
      'Sign in',
      (info.logins ?? []).map(({ role, email, password }) => [role, email, password]),
    ),
    '',
    `  Logs are in ${where.logs}. Ctrl-C stops everything.`,
    '',
  ];
  console.log(lines.join('\n'));
  return addresses;
}

/**
 * What of the server's log concerns the one who started it: warnings, errors, and the lines that report progress.
 *
 * @returns null for everything else
 */
export function describeServerLine(line: string): string | null {
  const entry = parse(line);
  if (!entry) return null;
  const { level, msg, progress, err } = entry as {
    level?: number;
    msg?: string;
    progress?: string;
    err?: { message?: string };
  };
  if (typeof progress === 'string') return progress;
  if (typeof level !== 'number' || level < 40) return null;
  return `${level >= 50 ? 'Error' : 'Warning'}: ${[msg, err?.message].filter(Boolean).join(': ')}`;
}

async function readDemoInfo(productUrl: string): Promise<DemoInfo> {
  const response = await fetch(`${productUrl}/_demo/info`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (response?.status !== 200) return {};
  const body: unknown = await response.json().catch(() => null);
  return body && typeof body === 'object' ? body : {};
}

function table(title: string, rows: string[][]): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  );
  return rows.map((row, line) => {
    const cells = row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('   ');
    return `${line === 0 ? '\n' : ''}  ${(line === 0 ? title : '').padEnd(10)}${cells}`.trimEnd();
  });
}

function parse(line: string): object | null {
  if (!line.startsWith('{')) return null;
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'object' ? entry : null;
  } catch {
    return null;
  }
}
