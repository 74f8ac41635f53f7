import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { Failure, FileReport, SuiteReport } from './suite-report.ts';

const root = dirname(import.meta.dirname);

/** Names the file that the run's `SuiteReport` is written to, as JSON. */
export const REPORT_FILE = 'SUITE_REPORT';

/** Settings for a configuration of Vitest: reports what `suite.ts` counts, where the environment names a file for it. */
export function suiteReporters(): { reporters?: ['default', Reporter] } {
  const file = process.env[REPORT_FILE];
  return file ? { reporters: ['default', reporterTo(file)] } : {};
}

/** NOTE: Vitest's own JSON leaves out errors of set-up below the file and errors outside of tests. */
function reporterTo(file: string): Reporter {
  return {
    onTestRunEnd(modules, errors) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(reportOf(modules, errors)));
    },
  };
}

function reportOf(modules: readonly TestModule[], errors: readonly SerializedError[]): SuiteReport {
  const ordered = modules.toSorted((a, b) => groupOf(a) - groupOf(b));
  const strays = Map.groupBy(errors, ({ VITEST_TEST_PATH: path }) => modules.find(({ moduleId }) => moduleId === path));
  const strayOf = (one: TestModule | undefined) => failuresOf('error outside of tests', strays.get(one) ?? []);
  return {
    files: ordered.map((one) => {
      const report = fileReport(one);
      return { ...report, failures: [...report.failures, ...strayOf(one)] };
    }),
    failures: strayOf(undefined),
  };
}

function groupOf({ project }: TestModule): number {
  return project.config.sequence.groupOrder;
}

function fileReport(module: TestModule): FileReport {
  const tests = [...module.children.allTests()];
  const failures = [
    ...failuresOf('', module.errors()),
    ...[...module.children.allSuites()].flatMap((suite) => failuresOf(suite.fullName, suite.errors())),
    ...tests.flatMap((test) => failuresOf(test.fullName, test.result().errors ?? [])),
  ];
  const state = module.state();
  if (failures.length === 0 && state !== 'passed' && state !== 'skipped')
    failures.push({ name: '', message: `The file ended as "${state}"` });
  return {
    path: relative(root, module.moduleId),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures,
  };
}

/** One failure, whatever the number of errors. */
function failuresOf(name: string, errors: readonly { message: string; stack?: string }[]): Failure[] {
  return errors.length > 0 ? [{ name, message: errors.map(({ stack, message }) => stack || message).join('\n') }] : [];
}
