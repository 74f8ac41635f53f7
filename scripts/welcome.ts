import { ask } from './ask.ts';

/** The server's description of the demo, at `GET /_demo/info`. */
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
  const addresses = [`Cabinet  ${where.publicUrl}`, ...(where.worldUrl ? [`Sandbox  ${where.worldUrl}`] : [])];
  const lines = [
    '',
    `  Cabinet   ${where.publicUrl}`,
    ...(where.worldUrl
      ? [`  Sandbox   ${where.worldUrl}   clients' phones, the salon's calendar, the mailbox, the clock`]
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

/** Steps that the start itself reports. */
const QUIET_STEPS = ['listening', 'stopped'];

/**
 * Selects the lines of a log that concern the person who started the product: warnings, errors, and the steps of the start.
 *
 * @param line JSON as pino writes it; a step has a field `step`
 * @returns null for everything else
 */
export function describeLogLine(line: string): string | null {
  const entry = parse(line);
  if (!entry) return null;
  const { level, msg, step, files, err } = entry;
  if (typeof step === 'string') {
    if (QUIET_STEPS.includes(step)) return null;
    const count = files && files.length > 0 ? ` (${files.length} files)` : '';
    return `${sentence(msg ?? step)}${count}`;
  }
  if (typeof level !== 'number' || level < 40) return null;
  return `${level >= 50 ? 'Error' : 'Warning'}: ${[msg, err?.message].filter(Boolean).join(': ')}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function readDemoInfo(productUrl: string): Promise<DemoInfo> {
  const answer = await ask(`${productUrl}/_demo/info`);
  if (answer?.status !== 200) return {};
  try {
    return JSON.parse(answer.body) as DemoInfo; // NOTE: of our own server
  } catch {
    return {}; // NOTE: outside the demo the address is a page of the cabinet
  }
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

type LogEntry = { level?: number; msg?: string; step?: string; files?: unknown[]; err?: { message?: string } };

function parse(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as LogEntry; // NOTE: of our own logger; each field is looked at before it is used
  } catch {
    return null;
  }
}
