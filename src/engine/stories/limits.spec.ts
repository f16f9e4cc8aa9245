import { calling, Harness, startRun, toolTexts, withSettings } from './harness';
import { plainTool } from './plain-tools';

const look = (code = 'a') => calling('look', { code });

describe('the limit on requests to the model', () => {
  it('pauses the run with a sentence; Continue goes on with a fresh count', async () => {
    const tool = plainTool('look', 'read');
    const harness = await startRun({
      tools: [tool],
      settings: { limits: { modelCalls: 2 } },
      script: [look('1'), look('2'), look('3'), 'Done.']
    });
    const { outcome, error } = harness.last('run-finished');
    expect(outcome).toBe('limit');
    expect(error).toMatchObject({ code: 'limit', retryable: true });
    expect(error?.text).toContain('after 2 requests');
    expect(harness.model.requests).toHaveLength(2);
    expect(await harness.problems()).toEqual([]);

    await harness.retry();
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(tool.ran).toEqual(['1', '2', '3']);
    expect(harness.of('user-message')).toHaveLength(1);
  });

  it('begins anew with each message, also after a stop', async () => {
    const harness = new Harness({
      tools: [plainTool('look', 'read')],
      settings: { limits: { modelCalls: 2 } },
      script: [look(), { hang: true }, look(), 'Done.']
    });
    const run = harness.say();
    await harness.until(() => harness.model.requests.length === 2);
    await harness.stop();
    await run;
    await harness.say();
    expect(harness.last('run-finished').outcome).toBe('answered');
  });

  it('is 30, pauses do not start it anew, and a change counts at once', async () => {
    const harness = await startRun({
      tools: [plainTool('edit', 'edit'), plainTool('look', 'read')],
      script: [
        calling('edit', { code: 'a' }),
        ...Array.from({ length: 40 }, () => look())
      ]
    });
    await harness.approveAll();
    expect(harness.model.requests).toHaveLength(30);
    harness.settings = withSettings({ limits: { modelCalls: 3 } });
    await harness.retry();
    expect(harness.model.requests).toHaveLength(33);
    expect(harness.last('run-finished').error?.text).toContain('3 requests');
  });

  it('counts what is asked again', async () => {
    const harness = await startRun({
      settings: { limits: { modelCalls: 2 } },
      script: [{}, {}, 'Never.']
    });
    expect(harness.last('run-finished').outcome).toBe('limit');
  });
});

describe('the limit on calls of a tool', () => {
  it('answers further calls, and the run goes on without', async () => {
    const tool = plainTool('look', 'read');
    const harness = await startRun({
      tools: [tool],
      settings: { limits: { toolCalls: { look: 2 } } },
      script: [
        {
          calls: ['1', '2', '3'].map(code => ({ name: 'look', args: { code } }))
        },
        look('4'),
        'Done.'
      ]
    });
    expect(tool.ran).toEqual(['1', '2']);
    expect(toolTexts(await harness.messages()).slice(2)).toEqual([
      'The limit of 2 calls of look a message is reached. Go on without it.',
      'The limit of 2 calls of look a message is reached. Go on without it.'
    ]);
    expect(harness.last('run-finished').outcome).toBe('answered');
  });

  it('asks nobody about a call beyond it, and begins anew with each message', async () => {
    const tool = plainTool('edit', 'edit');
    const edit = calling('edit', { code: 'a' });
    const harness = await startRun({
      tools: [tool],
      settings: { limits: { toolCalls: { edit: 1 } } },
      script: [edit, edit, 'Done.', edit]
    });
    await harness.approveAll();
    expect(harness.of('review-opened')).toHaveLength(1);
    await harness.say();
    expect(harness.of('review-opened')).toHaveLength(2);
  });

  it.each([
    ['write_todos', { todos: [{ content: 'Load', status: 'pending' }] }, 20],
    ['list_files', {}, 10]
  ])('of %s with %j is %i a message by default', async (name, args, most) => {
    const harness = await startRun({
      script: [
        ...Array.from({ length: most + 1 }, () => calling(name, args)),
        'Done.'
      ]
    });
    const states = harness.of('call-finished').map(event => event.state);
    expect(states.filter(state => state === 'done')).toHaveLength(most);
    expect(states.at(-1)).toBe('failed');
    expect(toolTexts(await harness.messages()).at(-1)).toContain(
      `${most} calls`
    );
  });
});

it('output that is shown live reaches the thread as it comes', async () => {
  const tool = plainTool('shell', 'shell', {
    run: async (_, { progress }) => {
      progress({ output: 'one ' });
      progress({ output: 'x'.repeat(30_000) });
      progress({ output: 'lost' });
      return { text: 'ok', ok: true, summary: '' };
    }
  });
  const harness = await startRun({
    tools: [tool],
    script: [calling('shell', { code: 'a' }), 'Done.']
  });
  await harness.approveAll();
  const described = harness.of('call-progress').map(event => event.output);
  expect(described).toHaveLength(2);
  expect(described[0]).toBe('one ');
  expect(described.join('').length).toBeLessThan(20_100);
});
