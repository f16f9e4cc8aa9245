import * as path from 'node:path';

/** Counts tests from the reports of Jest and Playwright. */

/**
 * @param report Jest's JSON report, or null if it wrote none
 * @param code Jest's exit code
 */
export function tallyJest(report, code) {
  return atLeastOneFailure(
    report === null
      ? { passed: 0, failed: 0, skipped: 0 }
      : {
          passed: report.numPassedTests,
          // A file that cannot even be loaded contains tests that did not pass.
          failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
          skipped: report.numPendingTests + report.numTodoTests,
          failures: report.testResults
            .filter(({ status }) => status === 'failed')
            .flatMap(({ name, assertionResults }) => [
              path.basename(name),
              ...assertionResults
                .filter(({ status }) => status === 'failed')
                .map(({ fullName }) => `  ${fullName}`)
            ])
        },
    code
  );
}

/**
 * @param report Playwright's JSON report, or null if it wrote none
 * @param code Playwright's exit code
 */
export function tallyPlaywright(report, code) {
  return atLeastOneFailure(
    report === null
      ? { passed: 0, failed: 0, skipped: 0 }
      : {
          passed: report.stats.expected + report.stats.flaky,
          // Errors outside of tests, for example a server that did not start.
          failed: report.stats.unexpected + report.errors.length,
          skipped: report.stats.skipped,
          failures: [
            ...report.suites.flatMap(failedSpecs),
            ...report.errors.map(({ message }) => message ?? 'An error')
          ]
        },
    code
  );
}

function failedSpecs({ file, specs = [], suites = [] }) {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ line, title }) => `${file}:${line} ${title}`),
    ...suites.flatMap(failedSpecs)
  ];
}

/** A run with a bad exit code has failed, whatever its report says. */
function atLeastOneFailure(tally, code) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** @param {{passed: number, failed: number, skipped: number, failures?: string[]}[]} tallies */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const tally of tallies) {
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    total.failures.push(...(tally.failures ?? []));
  }
  return total;
}

export function lastLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** If tests were requested and none ran, nothing was proved. */
export function isGood({ passed, failed }, { testsWanted = true } = {}) {
  return failed === 0 && (passed > 0 || !testsWanted);
}
