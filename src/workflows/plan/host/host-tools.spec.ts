import type { IWorkflowHost } from '../../../engine/run-context/workflow';
import { hostTools } from './host-tools';

describe('the list of tools', () => {
  const at = (checkTools: IWorkflowHost['checkTools']) => {
    const clock = { now: 0 };
    const tools = hostTools(
      { checkTools, findTools: async () => [], tool: () => undefined },
      () => clock.now
    );
    return { clock, tools };
  };

  it('is looked up before a step where the last time is 300 s ago', async () => {
    const checkTools = jest.fn(async () => undefined);
    const { clock, tools } = at(checkTools);
    const times = [];
    for (clock.now of [0, 1, 299_999, 300_000, 599_999, 600_000]) {
      await tools.check();
      times.push(checkTools.mock.calls.length);
    }
    expect(times).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('stays what it was where it cannot be looked up', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    const { tools } = at(() => Promise.reject(new Error('Offline')));
    await expect(tools.check()).resolves.toBeUndefined();
    jest.restoreAllMocks();
  });
});
