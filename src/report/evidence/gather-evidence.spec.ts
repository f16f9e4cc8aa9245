import {
  codeCell,
  markdownCell,
  notebookOf,
  PNG,
  printed,
  shown
} from '../stories/evidence-samples';
import { hashText } from '../../contract';
import { gatherEvidence } from './gather-evidence';

const gathered = (
  cells: Parameters<typeof notebookOf>[0],
  options?: Parameters<typeof gatherEvidence>[1]
) => gatherEvidence(notebookOf(cells), options);

const FRAME = `<div><style scoped>td { color: red }</style><table><thead><tr><th></th><th>species</th><th>mass</th></tr></thead>
<tbody><tr><th>0</th><td>Adelie</td><td>3750.0</td></tr><tr><th>1</th><td>Gentoo</td><td>5076.0</td></tr></tbody></table><p>344 rows × 2 columns</p></div>`;

describe('evidence of a notebook', () => {
  it('is its text, tables, plots, errors and Markdown, in their order, with their source', async () => {
    const { evidence, leftOut } = await gathered([
      markdownCell('m', '# Penguins\n\nOf the Palmer islands.'),
      codeCell('t', [printed('mean 4201.75\n')], { executionCount: 1 }),
      codeCell('f', [shown({ 'text/html': FRAME, 'text/plain': 'x' })], {
        source: 'df',
        executionCount: 2
      }),
      codeCell('p', [shown({ 'image/png': PNG, 'text/plain': '<Figure>' })]),
      codeCell('x', [
        {
          type: 'error',
          name: 'KeyError',
          message: 'y',
          traceback: ['\u001b[31mKeyError\u001b[0m: y']
        }
      ])
    ]);
    expect(
      evidence.map(({ id, source, title, content }) => [
        id,
        source.cellId,
        source.output,
        title,
        content.kind
      ])
    ).toEqual([
      ['e1', 'm', null, 'Penguins', 'markdown'],
      ['e2', 't', 0, 't', 'text'],
      ['e3', 'f', 0, 'Penguins', 'table'],
      ['e4', 'p', 0, 'p', 'plot'],
      ['e5', 'x', 0, 'x', 'error']
    ]);
    expect(leftOut).toBe(0);
    expect(evidence[2].content).toEqual({
      kind: 'table',
      table: {
        header: [['', 'species', 'mass']],
        rows: [
          ['0', 'Adelie', '3750.0'],
          ['1', 'Gentoo', '5076.0']
        ],
        labels: 1,
        size: { rows: 344, columns: 2 }
      }
    });
    expect(evidence[2].cut).toBe(true);
    expect(evidence[3].content).toMatchObject({ width: 1, height: 1 });
    expect(evidence[4].content).toMatchObject({ text: 'KeyError: y' });
    expect(evidence[1].time).toBe('2026-11-22T10:00:00Z');
  });

  it('is marked where the cell would give another one now, and where nobody can know', async () => {
    const run = { hash: 'old', kernel: 'k1', at: null };
    const { evidence } = await gathered([
      codeCell('fine', [printed('1')], { executionCount: 5 }),
      codeCell('changed', [printed('1')], { executionCount: 6, run }),
      codeCell('order', [printed('1')], { executionCount: 2 }),
      codeCell('restarted', [printed('1')], {
        executionCount: 1,
        source: 'y',
        run: { hash: hashText('y'), kernel: 'k2', at: null }
      }),
      codeCell('reloaded', [printed('1')], { executionCount: 7, run: null }),
      codeCell('other', [printed('1')], {
        executionCount: 8,
        source: 'x',
        run: { hash: '', kernel: 'k0', at: null }
      })
    ]);
    expect(evidence.map(({ stale }) => stale)).toEqual([
      [],
      ['changed'],
      ['out-of-order'],
      ['other-kernel'],
      ['unknown'],
      ['changed', 'other-kernel']
    ]);
  });

  it('keeps its id where it is still the same, and has another one where it is not', async () => {
    const before = await gathered([
      codeCell('a', [printed('1')]),
      codeCell('b', [printed('2')])
    ]);
    const { evidence } = await gathered(
      [
        codeCell('new', [printed('0')]),
        codeCell('a', [printed('9')]),
        codeCell('b', [printed('2')])
      ],
      { earlier: before.evidence }
    );
    expect(evidence.map(({ id }) => id)).toEqual(['e3', 'e4', 'e2']);
  });

  it('is what was found before, and not read again, where its hash is the same', async () => {
    const cells = [
      codeCell('same', [shown({ 'text/html': FRAME })]),
      codeCell('other', [printed('1')])
    ];
    const before = await gathered(cells);
    const { evidence } = await gathered(
      [
        // Run again with the same result: only the time of the run differs.
        { ...cells[0], run: null, executionCount: 9 },
        codeCell('other', [printed('2')])
      ],
      { earlier: before.evidence }
    );
    const [same, other] = evidence;
    expect(same.content).toBe(before.evidence[0].content);
    expect(same.stale).toEqual(['unknown']);
    expect(same.source.executionCount).toBe(9);
    expect(other.content).toEqual({ kind: 'text', text: '2' });
  });

  it('ends where there is too much, and says how much was left out', async () => {
    const { evidence, leftOut } = await gathered(
      ['a', 'b', 'c'].map(id => codeCell(id, [printed(`${id} is here`)])),
      { most: 2 }
    );
    expect(evidence.map(({ source }) => source.cellId)).toEqual(['a', 'b']);
    expect(leftOut).toBe(1);
  });

  it('of a hundred megabytes is its beginning, and says so', async () => {
    const { evidence } = await gathered([
      codeCell('a', [printed('0123456789'.repeat(10_000_000))])
    ]);
    expect(evidence[0].cut).toBe(true);
    expect(JSON.stringify(evidence).length).toBeLessThan(100_000);
  });

  it('tells a change at the end of a long output', async () => {
    const long = 'x'.repeat(1_000_000);
    const [one, other] = await Promise.all(
      ['1', '2'].map(end => gathered([codeCell('a', [printed(long + end)])]))
    );
    expect(one.evidence[0].hash).not.toBe(other.evidence[0].hash);
  });

  it('of a thousand cells is found, and stops when it is told to', async () => {
    const cells = Array.from({ length: 1000 }, (_, at) =>
      codeCell(`c${at}`, [shown({ 'text/html': FRAME }), printed(String(at))])
    );
    const { evidence, leftOut } = await gathered(cells);
    expect([evidence.length, leftOut]).toEqual([1000, 1000]);
    const stopped = {
      aborted: true,
      reason: new Error('stopped')
    } as AbortSignal;
    await expect(gathered(cells, { signal: stopped })).rejects.toThrow(
      'stopped'
    );
  });

  it('takes a printed frame as a table, and other text as text', async () => {
    const { evidence } = await gathered([
      codeCell('a', [
        printed(
          '           mean    std\nAdelie   3700.7  458.6\nGentoo   5076.0  504.1\n'
        )
      ]),
      codeCell('b', [printed('  two  words\nand a line of text\n')])
    ]);
    expect(evidence[0].content).toEqual({
      kind: 'table',
      table: {
        header: [['', 'mean', 'std']],
        rows: [
          ['Adelie', '3700.7', '458.6'],
          ['Gentoo', '5076.0', '504.1']
        ],
        labels: 1,
        size: { rows: 2, columns: 2 }
      }
    });
    expect(evidence[1].content.kind).toBe('text');
  });
});
