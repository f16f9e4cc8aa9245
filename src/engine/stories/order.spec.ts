import { raised } from '../../testing/fake-notebook';
import { TOOLS } from '../../tools';
import { plainTool } from './plain-tools';
import { Site } from './reopening';

describe('Two calls of one step', () => {
  const TWO = [
    { name: 'jupyter_cell', args: { code: 'a = 1' } },
    { name: 'jupyter_cell', args: { code: 'b = a' } }
  ];

  it('do not begin where storage fails', async () => {
    const site = new Site({ answers: [{ calls: TWO }, 'Done.'] });
    const page = site.page();
    await page.say();
    const intend = site.journal.intend.bind(site.journal);
    let fails = true;
    site.journal.intend = (...args) => {
      const error = fails && new Error('Closing');
      fails = false;
      return error ? Promise.reject(error) : intend(...args);
    };
    await page.approveAll();
    expect(site.kernel).toEqual([]);
    expect(page.of('run-finished').at(-1)?.outcome).toBe('failed');
    await page.retry();
    expect(site.kernel).toEqual([]);
    expect(page.of('run-finished').at(-1)?.outcome).toBe('answered');
  });

  it('stop at the first that fails, though storage fails right after', async () => {
    let fails = false;
    const note = plainTool('note', 'edit', {
      // Like the look into the conversation's log for a call to a server.
      check: async () => {
        if (fails) {
          fails = false;
          throw Object.assign(new Error('Closing'), { name: 'UnknownError' });
        }
        return null;
      }
    });
    const site = new Site({
      answers: [[TWO[0], { name: 'note', args: { code: 'x' } }], 'Done.'],
      tools: [...TOOLS, note]
    });
    site.notebook.onRun = () => raised('NameError', 'no');
    const page = site.page();
    await page.say();
    const finish = site.journal.finish.bind(site.journal);
    let failures = 0;
    site.journal.finish = (...args) => {
      if (args[1].broken && failures === 0) {
        failures += 1;
        fails = true;
      }
      return finish(...args);
    };
    await page.approveAll();
    expect(failures).toBe(1);
    expect(note.ran).toEqual([]);
    expect(page.of('run-finished').at(-1)?.outcome).toBe('failed');
  });
});
