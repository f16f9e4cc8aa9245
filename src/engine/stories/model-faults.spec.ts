import { ModelFault, type ModelFaultCode } from '../../contract';
import { until } from '../../testing/until';
import { calling, Harness, saidIn, startRun } from './harness';

const fault = (code: ModelFaultCode, retryAfter?: number) =>
  new ModelFault(code, 'said the server', {
    host: '127.0.0.1:8000',
    model: 'some-model',
    retryAfter
  });

describe('a fault of the model', () => {
  it.each<ModelFaultCode>([
    'wrong-key',
    'unknown-model',
    'unreachable',
    'mixed-content',
    'context-too-long',
    'not-json',
    'refused',
    'other'
  ])('%s ends in a sentence, and the conversation is usable', async code => {
    const harness = await startRun({
      script: [{ text: 'Half an ', error: fault(code) }, 'Here I am.']
    });
    const { outcome, error } = harness.last('run-finished');
    expect(outcome).toBe('failed');
    expect(error?.code).toBe(code);
    expect(error?.title).toMatch(/\.$/);
    expect(error?.text.length).toBeGreaterThan(20);
    expect(harness.model.requests).toHaveLength(1);
    expect(await harness.problems()).toEqual([]);

    await harness.retry();
    expect(harness.last('model-message').text).toBe('Here I am.');
    expect(harness.last('run-finished').outcome).toBe('answered');
    // The person's message is in the history once.
    expect((await harness.messages()).map(each => each.type)).toEqual([
      'human',
      'ai'
    ]);
  });

  it.each<ModelFaultCode>(['rate-limit', 'server-error', 'cut-stream'])(
    '%s is quietly repeated, and what was written so far is void',
    async code => {
      const harness = await startRun({
        script: [{ text: 'Half an ', error: fault(code) }, 'Whole.']
      });
      expect(harness.last('run-finished').outcome).toBe('answered');
      expect(harness.of('model-message').map(each => each.text)).toEqual([
        'Whole.'
      ]);
      const retry = harness.last('model-retry');
      expect(retry.messageId).toBe(harness.last('model-message').messageId);
      expect(retry).toMatchObject({ attempt: 1, wait: 500 });
    }
  );

  it('waits as long as the server asks for, within reason', async () => {
    const harness = new Harness({
      script: [{ error: fault('rate-limit', 900) }, 'Whole.']
    });
    const waits = jest.spyOn(globalThis, 'setTimeout');
    await harness.say();
    expect(waits.mock.calls.map(([, ms]) => ms)).toContain(900);
    waits.mockRestore();
    expect(harness.last('model-retry').wait).toBe(900);
  });

  it('is not repeated once the person has stopped the wait', async () => {
    const harness = new Harness({
      script: [{ error: fault('rate-limit', 300) }, 'Whole.']
    });
    const going = harness.say();
    await until(() => harness.of('model-retry').length > 0);
    await harness.stop();
    await going;
    await new Promise(resolve => setTimeout(resolve, 400));
    expect(harness.last('run-finished').outcome).toBe('stopped');
    expect(harness.model.requests).toHaveLength(1);
  });

  it('does not wait for a server that asks for an hour', async () => {
    const harness = await startRun({
      script: [{ error: fault('rate-limit', 3_600_000) }]
    });
    expect(harness.last('run-finished').error?.code).toBe('rate-limit');
    expect(harness.last('run-finished').error?.retryable).toBe(true);
    expect(harness.of('model-retry')).toEqual([]);
  });

  it('can come in mid-run; Retry goes on from there and runs nothing twice', async () => {
    const harness = await startRun({
      script: [
        calling('jupyter_cell', { code: 'x = 1' }),
        { error: fault('unreachable') },
        'Done.'
      ]
    });
    await harness.approveAll();
    expect(harness.last('run-finished').outcome).toBe('failed');
    expect(await harness.problems()).toEqual([]);
    await harness.retry();
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.notebook.sources).toEqual(['x = 1']);
  });

  it('of an answer in which nothing came is mended by a summary, and asked again with it', async () => {
    const nothing = (sentTokens?: number) => ({
      error: new ModelFault('nothing-came', '', { sentTokens })
    });
    const harness = new Harness({
      script: [
        calling('read_notebook'),
        calling('read_notebook'),
        'First done.',
        nothing(),
        nothing(),
        nothing(),
        nothing(5400),
        // It reads no more than half of what is to be summarised.
        nothing(),
        'They want penguins.',
        'Second done.'
      ]
    });
    await harness.say('Explore the penguins.');
    await harness.say('And now the walruses.');
    const { error } = harness.last('run-finished');
    expect(error).toMatchObject({ code: 'nothing-came', summarise: true });
    expect(error?.text).toContain('About 5,400 tokens were sent (an estimate)');

    await harness.retry({ summarise: true });
    expect(harness.last('run-finished').outcome).toBe('answered');
    expect(harness.last('summary').text).toBe('They want penguins.');
    const [whole, half, last] = harness.model.requests.slice(-3);
    expect(saidIn(whole[0])).toContain('Explore the penguins.');
    expect(saidIn(half[0]).length).toBeLessThan(saidIn(whole[0]).length);
    expect(saidIn(half[0])).toContain('[… left out …]');
    expect(last.slice(1).map(saidIn)[0]).toContain('They want penguins.');
    expect(last.map(saidIn).join()).toContain('And now the walruses.');
    expect(last.map(saidIn).join()).not.toContain('Explore the penguins.');
  });

  it('is told again where the summary fails too, and nothing of the conversation is gone', async () => {
    const gone = { error: fault('unreachable') };
    const harness = new Harness({
      script: [
        calling('read_notebook'),
        'First done.',
        { error: fault('context-too-long') },
        gone,
        'Second done.'
      ]
    });
    await harness.say('First.');
    await harness.say('Second.');
    const before = (await harness.messages()).length;
    const retry = { type: 'retry', threadId: 'thread-1' } as const;
    await harness.engine.send({ ...retry, summarise: true });
    expect(harness.last('run-finished').error?.code).toBe('unreachable');
    expect(await harness.messages()).toHaveLength(before);
    await harness.engine.send(retry);
    expect(harness.last('run-finished').outcome).toBe('answered');
  });

  it('with nothing before the message says that there is nothing to summarise, and asks again', async () => {
    const harness = new Harness({
      script: [{ error: fault('context-too-long') }, 'Now.']
    });
    await harness.say('A long message.');
    await harness.retry({ summarise: true });
    expect(harness.last('notice').text).toContain('nothing to summarise');
    expect(harness.last('run-finished').outcome).toBe('answered');
  });

  it('of a kind nobody thought of is told in words and logged', async () => {
    const harness = await startRun({ script: [{ error: new Error('what?') }] });
    expect(harness.last('run-finished').error?.code).toBe('other');
  });
});
