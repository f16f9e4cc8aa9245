import type { IReportCell } from '../../../contract';
import { notebookOutline } from '../nodes/planning';
import { PENGUINS, ReportBench, codeCell } from './report-bench';

const CHAPTERS = 12;
const CELLS_OF_ONE = 25;
const RMSE = '41549.2';

const markdown = (id: string, source: string): IReportCell => ({
  ...PENGUINS[0],
  id,
  source
});
const text = (value: string): IReportCell['outputs'] => [
  { type: 'stream', name: 'stdout', text: value }
];

/** Some 330 cells, as in a chapter of a book; the result is in the last but one. */
function housing(): IReportCell[] {
  const chapters = Array.from({ length: CHAPTERS }, (_, chapter) => [
    markdown(`h${chapter}`, `## Chapter ${chapter}`),
    markdown(
      `b${chapter}`,
      '<a href="https://colab.example/x"><img src="https://colab.example/b.svg"></a>\n\n---'
    ),
    ...Array.from({ length: CELLS_OF_ONE }, (__, at) =>
      codeCell(
        `c${chapter}-${at}`,
        `step_${chapter}_${at} = look(housing)`,
        at % 5 === 4
          ? [{ type: 'data', result: true, data: { 'text/plain': '<Axes: >' } }]
          : text(`chapter ${chapter}, step ${at}\n`)
      )
    )
  ]);
  return [
    ...chapters.flat(),
    codeCell(
      'rmse',
      'final_rmse = root_mean_squared_error(y_test, final_predictions)\nprint(final_rmse)',
      text(`${RMSE}\n`)
    ),
    codeCell('save', 'joblib.dump(final_model, "m.pkl")', text('saved\n'))
  ];
}

describe('a report on a long notebook', () => {
  let bench: ReportBench;
  const shown = (name: string): string =>
    bench.requests
      .filter(each => each.name === name)
      .map(each => each.text)
      .join('\n');

  beforeEach(() => {
    bench = new ReportBench();
    bench.cells = housing();
  });

  it('shows the model its main result, which only the code names, and nothing that shows nothing', async () => {
    bench.answers.report_plan = [
      {
        ...(bench.answers.report_plan[0] as object),
        sections: [
          {
            title: 'Result',
            answers: 'How good the model is.',
            search: ['root mean squared error', 'test']
          }
        ]
      }
    ];
    await bench.acceptPlan();
    const request = shown('group_evidence');
    expect(request).toContain(RMSE);
    expect(request).not.toContain('<Axes');
    expect(request).not.toContain('colab.example');
  });

  it('shows the last outputs of each chapter before the first ones', async () => {
    await bench.acceptPlan();
    const request = shown('group_evidence');
    for (let chapter = 0; chapter < CHAPTERS; chapter++) {
      expect(request).toContain(`chapter ${chapter}, step 23`);
    }
    expect(request).not.toContain('chapter 3, step 0\n');
  });

  it('lets the model ask for more by words, and Change finds everything', async () => {
    const grouped = (pieces: string[], search: string[]) => ({
      sections: [
        { number: 1, pieces, summary: '' },
        { number: 2, pieces: [], summary: '' }
      ],
      search
    });
    bench.answers.group_evidence = [
      grouped([], ['chapter 3, step 0']),
      grouped([], [])
    ];
    const evidence = await bench.acceptPlan();
    expect(
      bench.requests.filter(({ name }) => name === 'group_evidence')
    ).toHaveLength(2);
    expect(shown('group_evidence')).toContain('chapter 3, step 0\n');
    bench.answers.change_evidence = [grouped([], [])];
    await bench.answer(evidence, {
      action: 'modify',
      hash: evidence.value.hash,
      sections: evidence.value.sections.map(({ id, pieces }) => ({
        id,
        pieces
      })),
      words: 'Add chapter 5, step 1'
    });
    expect(shown('change_evidence')).toContain('chapter 5, step 1\n');
  });

  it('has an outline of all of it, evenly, which says what it left out', () => {
    const outline = notebookOutline({
      path: 'a.ipynb',
      cells: housing(),
      kernel: null
    });
    for (let chapter = 0; chapter < CHAPTERS; chapter++) {
      expect(outline).toContain(`## Chapter ${chapter}`);
    }
    expect(outline).toContain('step_11_2');
    expect(outline).toMatch(/\d+ more lines are left out/);
    expect(outline.split('\n').length).toBeLessThan(125);
  });

  it('has a line of each cell that says more than what it imports', () => {
    const source = 'library(tidyr)\nsales <- read.csv("sales.csv")';
    expect(
      notebookOutline({
        path: 'a.ipynb',
        cells: [codeCell('load', source, [])],
        kernel: null
      })
    ).toContain('code: sales <- read.csv("sales.csv")');
  });
});
