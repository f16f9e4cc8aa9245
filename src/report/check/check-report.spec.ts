import type { IReportCell } from '../../contract';
import { gatherEvidence } from '../evidence/gather-evidence';
import { traceNumbers } from '../numbers/trace-numbers';
import { readReport } from '../read-report';
import {
  codeCell,
  DETAILS,
  notebookOf,
  printed,
  shown
} from '../stories/evidence-samples';
import { checkReport } from './check-report';
import {
  type IEvidenceRecord,
  readEvidenceRecord,
  writeEvidenceRecord
} from './evidence-record';

const frame = (mass: string): Record<string, string> => ({
  'text/html': `<table><tr><th>mass</th></tr><tr><td>${mass}</td></tr></table>`
});

const CELLS: IReportCell[] = [
  codeCell('mean', [printed('mean 4201.75')]),
  codeCell('frame', [shown(frame('5076.0'))]),
  codeCell('count', [printed('rows 344')]),
  codeCell('std', [printed('std 458.6')])
];

async function record(
  markdown: string,
  cells = CELLS
): Promise<IEvidenceRecord> {
  const { evidence } = await gatherEvidence(notebookOf(cells));
  const { tree } = readReport(markdown, evidence, 'en');
  const traced = traceNumbers(tree, evidence, 'en');
  const file = writeEvidenceRecord(
    { details: DETAILS, tree: traced.tree, evidence },
    traced.numbers,
    'report'
  );
  expect(file.path).toBe('report.evidence.json');
  return readEvidenceRecord(String(file.data)) as IEvidenceRecord;
}

const MARKDOWN =
  'Mean {{e1.value:0}}[[e1]], heaviest {{e2.r1c1}}, 344 rows, std 458.6, and 17.';

describe('a report that is checked later', () => {
  it('has numbers of code, which stand as long as the code has them', async () => {
    const fit = (trees: number): IReportCell =>
      codeCell('fit', [printed('0.97')], { source: `fit(trees=${trees})` });
    const recorded = await record('It has 200 trees [[e1]].', [fit(200)]);
    for (const [trees, now] of [
      [200, 'stands'],
      [300, 'changed']
    ] as const) {
      expect(
        await checkReport(recorded, notebookOf([fit(trees)]))
      ).toMatchObject({
        numbers: [{ text: '200', now }]
      });
    }
  });

  it('says which numbers changed, and to what; which moved; and which are gone', async () => {
    const { numbers } = await checkReport(
      await record(MARKDOWN),
      notebookOf([
        codeCell('mean', [printed('mean 4207.01 of the 342')]),
        codeCell('frame', [shown(frame('5092.4'))]),
        codeCell('other', [printed('all 344 rows')])
      ])
    );
    expect(
      numbers.map(({ text, now, instead, cellId }) => [
        text,
        now,
        instead,
        cellId
      ])
    ).toEqual([
      ['4,202', 'changed', '4207.01', 'mean'],
      ['5,076.0', 'changed', '5092.4', 'frame'],
      ['344', 'moved', null, 'other'],
      ['458.6', 'gone', null, 'std'],
      ['17', 'untraced', null, null]
    ]);
  });

  it('finds its cells in a notebook whose ids are new: by what they hold, or else where they stand', async () => {
    const renamed = CELLS.map((cell, at) => ({ ...cell, id: `new-${at}` }));
    const file = await record(MARKDOWN);
    const before = await checkReport(file, notebookOf(CELLS));
    expect(new Set(before.foundBy)).toEqual(new Set(['id']));
    const same = await checkReport(file, notebookOf(renamed));
    for (const { numbers } of [before, same]) {
      expect(numbers.map(({ text, now }) => [text, now])).toEqual([
        ['4,202', 'stands'],
        ['5,076.0', 'stands'],
        ['344', 'stands'],
        ['458.6', 'stands'],
        ['17', 'untraced']
      ]);
    }
    expect(same.numbers[0].cellId).toBe('new-0');
    expect(same.foundBy).toEqual(CELLS.map(() => 'content'));
    const [first, ...others] = renamed;
    const changed = await checkReport(
      file,
      notebookOf([{ ...first, source: 'print(mean)' }, ...others])
    );
    expect(changed.foundBy[0]).toBe('position');
    expect(changed.numbers[0]).toMatchObject({
      now: 'stands',
      cellId: 'new-0'
    });
  });

  it('has a record that names notebook, time, kernel, packages, cells and hashes', async () => {
    const { notebook, time, kernel, packages, evidence } =
      await record(MARKDOWN);
    expect({ notebook, time, kernel, packages }).toEqual({
      notebook: DETAILS.notebook,
      time: DETAILS.time,
      kernel: DETAILS.kernel,
      packages: DETAILS.packages
    });
    expect(evidence[0]).toMatchObject({
      id: 'e1',
      source: { cellId: 'mean', output: 0 },
      hash: expect.stringMatching(/^[\da-f]{16}$/)
    });
  });

  it.each([
    'no json',
    'null',
    '[]',
    '{}',
    '{"format":"cellwright-report","version":2}',
    '{"format":"cellwright-report","version":1,"language":"en","notebook":"a","evidence":[{}],"numbers":[]}',
    '{"format":"cellwright-report","version":1,"language":"en","notebook":"a","evidence":[],"numbers":[{"text":1}]}'
  ])('refuses a record that is none: %s', text => {
    expect(readEvidenceRecord(text)).toBeNull();
  });
});
