import {
  FakeNotebook,
  printed,
  type IFakeCell
} from '../../../testing/fake-notebook';
import { notebookAsData } from '../host/host-sources';
import { notebookOutline } from '../nodes/planning';
import { PenguinSite, grouped } from './report-site';

const CHAPTERS = 12;
const CELLS_OF_ONE = 25;
const RMSE = '41549.2';

/** Some 330 cells, as in a chapter of a book; the result is in the last but one. */
function housing(): IFakeCell[] {
  const chapters = Array.from(
    { length: CHAPTERS },
    (_, chapter): IFakeCell[] => [
      { type: 'markdown', source: `## Chapter ${chapter}` },
      {
        type: 'markdown',
        source:
          '<a href="https://colab.example/x"><img src="https://colab.example/b.svg"></a>\n\n---'
      },
      ...Array.from({ length: CELLS_OF_ONE }, (__, at) => ({
        source: `step_${chapter}_${at} = look(housing)`,
        outputs:
          at % 5 === 4
            ? [
                {
                  type: 'data' as const,
                  result: true,
                  data: { 'text/plain': '<Axes: >' }
                }
              ]
            : printed(`chapter ${chapter}, step ${at}\n`).outputs
      }))
    ]
  );
  return [
    ...chapters.flat(),
    {
      source:
        'final_rmse = root_mean_squared_error(y_test, final_predictions)\nprint(final_rmse)',
      outputs: printed(`${RMSE}\n`).outputs
    },
    {
      source: 'joblib.dump(final_model, "m.pkl")',
      outputs: printed('saved\n').outputs
    }
  ];
}

describe('a report on a long notebook', () => {
  let site: PenguinSite;
  const shown = (name: string): string => site.sentAs(name).join('\n');

  beforeEach(() => {
    site = new PenguinSite(housing());
  });

  it('shows the model its main result, which only the code names, and nothing that shows nothing', async () => {
    site.replies.report_plan = [
      {
        ...(site.replies.report_plan[0] as object),
        sections: [
          {
            title: 'Result',
            answers: 'How good the model is.',
            search: ['root mean squared error', 'test']
          }
        ]
      }
    ];
    await site.toEvidence();
    const request = shown('group_evidence');
    expect(request).toContain(RMSE);
    expect(request).not.toContain('<Axes');
    expect(request).not.toContain('colab.example');
  });

  it('shows the last outputs of each chapter before the first ones', async () => {
    await site.toEvidence();
    const request = shown('group_evidence');
    for (let chapter = 0; chapter < CHAPTERS; chapter++) {
      expect(request).toContain(`chapter ${chapter}, step 23`);
    }
    expect(request).not.toContain('chapter 3, step 0\n');
  });

  it('lets the model ask for more by words, and Change finds everything', async () => {
    const found = (search: string[]) => ({
      ...grouped({ pieces: [] }, { pieces: [] }),
      search
    });
    site.replies.group_evidence = [found(['chapter 3, step 0']), found([])];
    const evidence = await site.toEvidence();
    expect(site.sentAs('group_evidence')).toHaveLength(2);
    expect(shown('group_evidence')).toContain('chapter 3, step 0\n');
    site.replies.change_evidence = [found([])];
    await site.modify(evidence, { words: 'Add chapter 5, step 1' });
    expect(shown('change_evidence')).toContain('chapter 5, step 1\n');
  });

  it('has an outline of all of it, evenly, which says what it left out', () => {
    const outline = notebookOutline(notebookAsData(site.notebook));
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
      notebookOutline(notebookAsData(new FakeNotebook({ cells: [{ source }] })))
    ).toContain('code: sales <- read.csv("sales.csv")');
  });
});
