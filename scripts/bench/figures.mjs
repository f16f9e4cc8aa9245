/** Arithmetic and result table of a benchmark. */

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? sorted[middle]
    : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median, quartiles and number of times in ms; NaN if there are none. */
export function spread(values) {
  if (values.length === 0) {
    return { median: NaN, low: NaN, high: NaN, n: 0 };
  }
  const sorted = [...values].sort((a, b) => a - b);
  const at = share => sorted[Math.round(share * (sorted.length - 1))];
  return {
    median: round(median(values)),
    low: round(at(0.25)),
    high: round(at(0.75)),
    n: values.length
  };
}

export function round(value, digits = 1) {
  return Number(value.toFixed(digits));
}

export function kilobytes(scripts) {
  return round(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
}

/**
 * A row of the result.
 *
 * @param {string} name
 * @param {number} value
 * @param {string} unit
 * @param {{most?: number, exactly?: number}} limit none if it is only for
 * information
 */
export function figure(name, value, unit, limit = {}) {
  const { most, exactly } = limit;
  // A value that could not be measured exceeds any limit.
  const ok =
    (most === undefined || value <= most) &&
    (exactly === undefined || value === exactly);
  return { name, value, unit, ...limit, ok };
}

/** The figures as rows of a table. */
export function table(figures) {
  const rows = figures.map(({ name, value, unit, most, exactly, ok }) => [
    name,
    `${value} ${unit}`.trim(),
    most !== undefined
      ? `≤ ${most}`
      : exactly !== undefined
        ? `= ${exactly}`
        : '',
    most === undefined && exactly === undefined ? '' : ok ? 'ok' : 'TOO MUCH'
  ]);
  const head = ['', 'measured', 'limit', ''];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map(row => row[column].length))
  );
  return [head, ...rows].map(row =>
    row
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column])
      )
      .join('  ')
      .trimEnd()
  );
}
