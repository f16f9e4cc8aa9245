import { OutputAreaModel } from '@jupyterlab/outputarea';

import { printedEnd } from './printed-end';

const stream = (text: string) =>
  ({ output_type: 'stream', name: 'stdout', text }) as const;

it('what was printed last is read, also below a table, and no more than its end', () => {
  const outputs = new OutputAreaModel();
  expect(printedEnd(outputs)).toBe('');
  outputs.add(stream(`${'x'.repeat(5_000)}\nlast`));
  outputs.add({
    output_type: 'display_data',
    data: { 'text/plain': 'table' },
    metadata: {}
  });
  expect(printedEnd(outputs)).toMatch(/^x+\nlast$/);
  expect(printedEnd(outputs)).toHaveLength(2_000);
  outputs.dispose();
});
