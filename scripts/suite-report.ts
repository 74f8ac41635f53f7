/** A test that failed, or what else failed in its file: its loading, or its set-up. */
export type Failure = { name: string; message: string };

export type FileReport = {
  /** From the root of the repository. */
  path: string;
  passed: number;
  failures: Failure[];
};

/** The results of a run of test files. */
export type SuiteReport = {
  /** In the order of their groups: files that read the results of other files come last. */
  files: FileReport[];
  /** Failures outside of any file: no second run can show that they pass. */
  failures: Failure[];
};

/** How many tests passed, and for each that failed its name with its message. */
export type Counts = { passed: number; failures: string[] };

/** `unsteady`: those that failed and did not fail again, each with what its second run found. */
export type SuiteCounts = Counts & { unsteady: string[] };

/** The files that failed, which are run once more. */
export function failedFiles({ files }: SuiteReport): FileReport[] {
  return files.filter(({ failures }) => failures.length > 0);
}

/**
 * Counts a suite by the last run of each file.
 *
 * A file that failed and then passed is unsteady and counts as passed; one that failed twice counts as it ended. A file
 * that has not been run again counts as failed.
 *
 * @param again what the second runs found, by path; all that a second run reports belongs to its file
 */
export function countSuite(first: SuiteReport, again: ReadonlyMap<string, SuiteReport>): SuiteCounts {
  const counts: SuiteCounts = { passed: 0, failures: first.failures.map(describe), unsteady: [] };
  for (const file of first.files) {
    const second = again.get(file.path);
    const last = second && file.failures.length > 0 ? lastReport(file, second) : file;
    counts.passed += last.passed;
    counts.failures.push(...last.failures.map((one) => describe(inFile(file.path, one))));
    if (last.failures.length === 0)
      counts.unsteady.push(...file.failures.map((one) => describeUnsteady(inFile(file.path, one), last)));
  }
  return counts;
}

export function sumCounts(all: readonly SuiteCounts[]): SuiteCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
    unsteady: all.flatMap(({ unsteady }) => unsteady),
  };
}

/**
 * The end of a run's output: what was unsteady, what failed, and on the last line, alone, `N passed, N failed`.
 *
 * Failures are listed here although they were printed before, because a log may be shortened in the middle.
 */
export function describeCounts({ passed, failures, unsteady }: SuiteCounts): string {
  const part = (title: string, sign: string, items: readonly string[]) =>
    items.length > 0 ? `\n${title}\n${items.map((item) => `  ${sign} ${item}`).join('\n')}\n` : '';
  return [
    part('Unsteady: failed, and passed when the file was run once more by itself', '~', unsteady),
    part('Failed', '✗', failures),
    `\n${passed} passed, ${failures.length} failed`,
  ].join('');
}

/** A second run that did not reach its file says so. */
function lastReport({ path }: FileReport, { files, failures }: SuiteReport): FileReport {
  const found = files.find((file) => file.path === path);
  if (found) return { ...found, failures: [...found.failures, ...failures] };
  const silent = { name: '', message: 'The second run did not run this file.' };
  return { path, passed: 0, failures: failures.length > 0 ? failures : [silent] };
}

function inFile(path: string, { name, message }: Failure): Failure {
  return { name: name ? `${path}: ${name}` : path, message };
}

const LINES_OF_MESSAGE = 15;

function describe({ name, message }: Failure): string {
  const lines = message.split('\n').filter((line) => line && !line.includes('node_modules'));
  return [name, ...lines.slice(0, LINES_OF_MESSAGE)].join('\n      ');
}

function describeUnsteady(failure: Failure, { passed }: FileReport): string {
  return `${describe(failure)}\n      Second run: ${passed} passed, 0 failed`;
}
