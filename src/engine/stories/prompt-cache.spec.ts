import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

import { FakeFiles } from '../../testing/fake-files';
import { FakeNotebook, printed } from '../../testing/fake-notebook';
import { FakeWorkspace } from '../../testing/fake-workspace';
import type { IScriptedStep } from '../../testing/scripted-model';
import { calling, Harness } from './harness';

/**
 * A request as a provider's cache sees it: everything that is sent, in order.
 */
function sent(request: BaseMessage[]): string[] {
  return request.map(message =>
    JSON.stringify([
      message.type,
      message.content,
      AIMessage.isInstance(message) ? message.tool_calls : []
    ])
  );
}

/** Indices of the requests that do not begin with the one before them. */
function breaks(requests: BaseMessage[][]): number[] {
  const lines = requests.map(sent);
  return lines.flatMap((request, index) =>
    index > 0 && !lines[index - 1].every((line, at) => request[at] === line)
      ? [index]
      : []
  );
}

/** The tools of a request as they are sent. */
function declared(tools: unknown[]): string {
  return JSON.stringify(tools.map(each => convertToOpenAITool(each as never)));
}

const read = (path: string): IScriptedStep => calling('read_file', { path });

const files = (): FakeFiles =>
  new FakeFiles({ 'notes.txt': 'A line of notes.\n'.repeat(40) });

describe('requests and the prompt caches of providers', () => {
  it('begin with the request before, through reads, reviews, errors and a second message', async () => {
    const harness = new Harness({
      workspace: new FakeWorkspace({
        notebook: new FakeNotebook({ onRun: () => printed('done\n') }),
        files: files()
      }),
      script: [
        [
          {
            name: 'write_todos',
            args: { todos: [{ content: 'Load', status: 'in_progress' }] }
          },
          { name: 'read_file', args: { path: 'notes.txt' } }
        ],
        calling('no_such_tool'),
        [{ name: 'read_file', rawArgs: '{"path": ' }],
        {
          text: 'Now code.',
          calls: [
            {
              name: 'jupyter_cell',
              args: { code: 'x = 1', description: 'One' }
            },
            {
              name: 'jupyter_cell',
              args: { code: 'y = 2', description: 'Two' }
            }
          ]
        },
        calling('final_answer', { answer: 'Done.', next_items: [] }),
        read('notes.txt'),
        'Again.'
      ]
    });
    await harness.say('Go.');
    const [first, second] = harness.review.cards;
    await harness.decide({
      [first.callId]: { type: 'approve' },
      [second.callId]: { type: 'reject', message: 'not now' }
    });
    await harness.say('And once more.');
    expect(harness.model.requests).toHaveLength(7);
    expect(breaks(harness.model.requests)).toEqual([]);
    const tools = harness.model.requestTools.map(declared);
    expect(tools[0]).toContain('"jupyter_cell"');
    expect(new Set(tools).size).toBe(1);
  });

  it('begin the same for a notebook of any length, with a kernel and without, beside any files, in the seventh message as in the first', async () => {
    const beginnings = new Set<string>();
    const none = { status: 'none', displayName: '', language: '' } as const;
    for (const length of [0, 3, 300]) {
      for (const kernel of [{}, none]) {
        const harness = new Harness({
          workspace: new FakeWorkspace({
            notebook: new FakeNotebook({
              kernel,
              cells: Array.from({ length }, (_, n) => ({ source: `x = ${n}` }))
            }),
            files: new FakeFiles(
              length === 3
                ? { 'a.py': 'x', 'b.ipynb': '{}', 'c.csv': { size: 1e9 } }
                : {}
            )
          }),
          script: Array.from({ length: 7 }, () => ({ text: 'Yes.' }))
        });
        for (let message = 0; message < 7; message++) {
          await harness.say('Again?');
        }
        harness.model.requests.forEach(([system], index) =>
          beginnings.add(
            declared(harness.model.requestTools[index]) + system.text
          )
        );
      }
    }
    expect([...beginnings]).toHaveLength(1);
  });

  it('change their beginning only when a batch of old results is cleared', async () => {
    const harness = new Harness({
      workspace: new FakeWorkspace({
        notebook: new FakeNotebook(),
        files: files()
      }),
      settings: { limits: { modelCalls: 60 } },
      choice: { contextWindow: 10_000 },
      script: [...Array.from({ length: 45 }, () => read('notes.txt')), 'Done.']
    });
    await harness.say('Go.');
    expect(harness.model.requests).toHaveLength(46);
    const cuts = breaks(harness.model.requests);
    expect(cuts.length).toBeGreaterThan(0);
    expect(cuts.length).toBeLessThan(4);
    expect(cuts[0]).toBeGreaterThan(16);
    const last = harness.model.requests.at(-1) ?? [];
    expect(
      last.filter(each => each.text.includes('was cleared')).length
    ).toBeGreaterThan(8);
    expect(JSON.stringify(last[3].content)).toContain('read_file again with');
    const stored = await harness.messages();
    expect(stored.some(each => each.text.includes('was cleared'))).toBe(false);
  });

  it.each([
    ['auto', true, true],
    ['auto', false, false],
    ['on', false, true],
    ['off', true, false]
  ] as const)(
    'are, set to %s for stalls=%s, nudged in what is sent: %s',
    async (continuation, stalls, isNudged) => {
      const harness = new Harness({
        workspace: new FakeWorkspace({
          notebook: new FakeNotebook(),
          files: files()
        }),
        settings: { context: { continuation } },
        provider: { stalls: () => stalls },
        script: [read('notes.txt'), 'Done.']
      });
      await harness.say('Go.');
      const last = harness.model.requests[1].at(-1);
      expect(last?.text.includes('Go on with the next call')).toBe(isNudged);
      const stored = await harness.messages();
      expect(stored.some(each => each.text.includes('Go on with'))).toBe(false);
    }
  );
});
