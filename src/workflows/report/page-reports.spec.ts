import { ENGLISH } from '../../contract';
import { withSettings } from '../../engine/stories/harness';
import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook } from '../../testing/fake-notebook';
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

/** Checks a record that names this notebook. */
async function checked(named: string): Promise<string[]> {
  const opened: string[] = [];
  const workspace = new FakeWorkspace({
    files: new FakeFiles({ 'r.evidence.json': record(named) })
  });
  workspace.open = async path => {
    opened.push(path);
    return new FakeNotebook({ cells: [] });
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
    person: () => 'Ada',
    language: () => 'en',
    stateOf: async () => null
  });
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
