import type { IReportCheckLine } from '../../contract';
import { PanelFixture } from './panel-fixture';

/** Shows a person which numbers of an earlier report no longer match. */

let panel: PanelFixture;

const line = (more: Partial<IReportCheckLine>): IReportCheckLine => ({
  text: '4,202',
  context: 'The mean is 4,202 g',
  now: 'stands',
  instead: null,
  notebook: 'analysis.ipynb',
  cellId: 'mean',
  ...more
});

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  panel = new PanelFixture();
  await panel.mount();
});

async function open(path?: string): Promise<void> {
  if (path === undefined) {
    panel.store.sending.writeReport();
  } else {
    panel.store.show({ name: 'checkReport', path, notebook: null });
  }
  await panel.settle();
}

const items = () =>
  [...panel.host.querySelectorAll('.jp-Cellwright-reportCheck li')].map(
    ({ textContent }) => textContent
  );

it('a notebook without ids of cells is said to have none, and can be saved with them', async () => {
  panel.agent.reports.checks = {
    notebook: 'work/penguins.ipynb',
    title: '',
    time: null,
    lines: [],
    foundBy: 'position'
  };
  await open('a.evidence.json');
  await panel.click(panel.get('button', 'Check it'));
  expect(panel.text).toContain('some only by their position');
  await panel.click(panel.get('button', 'Save it with ids'));
  expect(panel.agent.reports.kept).toEqual(['work/penguins.ipynb']);
  expect(panel.text).not.toContain('some only by their position');
});

it('a report is checked from the form of a new one, and what changed is listed with its cell', async () => {
  panel.agent.reports.checks = {
    notebook: 'analysis.ipynb',
    title: 'Report',
    time: null,
    lines: [
      line({ text: '344' }),
      line({ text: '17', now: 'untraced', cellId: null, context: '' }),
      line({ now: 'changed', instead: '4207.01' })
    ]
  };
  await open();
  await panel.click(panel.get('button', 'Check an earlier report…'));
  const field = panel.get('textbox', 'The report');
  await panel.type(field, 'work/report.html');
  await panel.click(panel.get('button', 'Check it'));
  expect(panel.agent.reports.checked).toMatchObject([
    { path: 'work/report.html' }
  ]);
  expect(panel.host.textContent).toContain(
    '1 of 3 numbers still match analysis.ipynb.'
  );
  expect(items()).toEqual([
    expect.stringContaining('4,202 is now 4207.01.'),
    expect.stringContaining('17 was not in the evidence')
  ]);
  expect(panel.announced).toContain('The report has been checked.');
  await panel.click(panel.get('button', 'Show the cell: 4,202'));
  expect(panel.workspace.revealed).toEqual([
    { path: 'analysis.ipynb', cellId: 'mean' }
  ]);
});

it('a report whose numbers all stand says so', async () => {
  panel.agent.reports.checks.lines = [line({}), line({ text: '344' })];
  await open('report.evidence.json');
  await panel.click(panel.get('button', 'Check it'));
  expect(panel.host.textContent).toContain(
    'All 2 numbers still match analysis.ipynb.'
  );
  expect(panel.all('list', 'Numbers to look at')).toEqual([]);
});

it('what is no report says so, and the form of a new one is a press away', async () => {
  panel.agent.reports.refuses = new Error('notes.txt is not a report.');
  await open('notes.txt');
  // Opened by a command, which does not start the check.
  expect(panel.agent.reports.checked).toEqual([]);
  await panel.click(panel.get('button', 'Check it'));
  expect(panel.host.textContent).toContain('notes.txt is not a report.');
  await panel.click(panel.get('button', 'Write a new one'));
  expect(panel.get('button', 'Write the report')).toBeTruthy();
  await open('x');
  await open();
  expect(panel.get('button', 'Write the report')).toBeTruthy();
});
