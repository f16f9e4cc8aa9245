import { ENGLISH, WorkspaceError } from '../../contract';
import { withSettings } from '../../engine/stories/harness';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeReportPage } from '../../testing/workflows/fake-report-page';
import { FakeWorkspace } from '../../testing/fake-workspace';
import { pageReports } from './page-reports';

const record = (notebook: string): string =>
  JSON.stringify({
    format: 'cellwright-report',
    version: 1,
    language: 'en',
    notebook,
    evidence: [],
    numbers: []
  });

/**
 * Reports in a page with these files; `there` lists the notebooks that exist.
 */
function page(
  files: Record<string, string>,
  there: (path: string) => boolean = () => true
) {
  const opened: string[] = [];
  const workspace = new FakeWorkspace({ files: new FakeFiles(files) });
  workspace.open = async path => {
    opened.push(path);
    if (!there(path)) {
      throw new WorkspaceError('not-found', `There is no ${path}.`);
    }
    return new FakeNotebook({
      path,
      cells: [
        {
          id: 'mean',
          source: 'print()',
          outputs: printed('mean 4207.01').outputs
        }
      ]
    });
  };
  const reports = pageReports({
    site: Object.assign(new FakeReportPage(), {
      readBytes: async () => new Uint8Array(),
      write: async () => undefined,
      download: async () => undefined,
      print: async () => undefined
    }),
    workspace,
    settings: () => withSettings({ privacy: { deny: ['secret/**'] } }),
    trans: ENGLISH,
    language: () => 'en',
    stateOf: async () => null
  });
  return { opened, reports };
}

/**
 * The notebooks that are opened when a record is checked that names this one.
 */
async function checked(named: string): Promise<string[]> {
  const { opened, reports } = page({ 'r.evidence.json': record(named) });
  await reports.check('r.evidence.json', null).catch(() => undefined);
  return opened;
}

describe('the record beside a report, which anybody may have written', () => {
  it.each([
    'secret/pay.ipynb',
    './secret/pay.ipynb',
    '../pay.ipynb',
    'A:x.ipynb'
  ])('opens no notebook as %s', async named => {
    expect(await checked(named)).toEqual([]);
  });

  it('is checked against the notebook that it names', async () => {
    expect(await checked('work/a.ipynb')).toEqual(['work/a.ipynb']);
  });
});

describe('an earlier report', () => {
  const MARKDOWN =
    '# Report\n\nThe mean is 4,207 g, of 344 rows.\n\n## About this report\n\n- Notebook: work/a.ipynb\n- Written: 2026-11-23 03:00 UTC\n';

  it('as Markdown is held against the notebook that it names', async () => {
    const { opened, reports } = page({ 'r.md': MARKDOWN });
    const { notebook, lines } = await reports.check('r.md', 'other.ipynb');
    expect([opened, notebook]).toEqual([['work/a.ipynb'], 'work/a.ipynb']);
    expect(lines).toMatchObject([
      {
        text: '4,207',
        now: 'stands',
        cellId: 'mean',
        notebook: 'work/a.ipynb'
      },
      { text: '344', now: 'gone', cellId: null }
    ]);
  });

  it('that came from somewhere else is held against the notebook at hand', async () => {
    const { reports } = page(
      { 'r.md': MARKDOWN },
      path => path === 'here.ipynb'
    );
    expect((await reports.check('r.md', 'here.ipynb')).notebook).toBe(
      'here.ipynb'
    );
    await expect(reports.check('r.md', null)).rejects.toThrow(
      'There is no work/a.ipynb.'
    );
  });

  it.each([
    ['notes.txt', 'x', 'notes.txt is not a report that can be checked'],
    ['r.md', '# No notebook', 'does not say which notebook'],
    ['gone.md', '', 'There is no gone.md']
  ])('that cannot be checked says why: %s %j', async (path, text, why) => {
    const { reports } = page(path === 'gone.md' ? {} : { [path]: text });
    await expect(reports.check(path, null)).rejects.toThrow(why);
  });
});
