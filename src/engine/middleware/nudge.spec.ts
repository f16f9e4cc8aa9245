import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import { isNudged, nudge } from './nudge';
import { calling, startRun } from '../stories/harness';

const go = new HumanMessage('go');

function plan(...items: [string, string][]): BaseMessage[] {
  return [
    new AIMessage({
      content: '',
      tool_calls: [
        {
          id: 'plan',
          name: 'write_todos',
          args: {
            todos: items.map(([content, status]) => ({ content, status }))
          }
        }
      ]
    }),
    new ToolMessage({ content: 'updated', tool_call_id: 'plan' })
  ];
}

const read: BaseMessage[] = [
  new AIMessage({
    content: '',
    tool_calls: [{ id: 'read', name: 'read_file', args: {} }]
  }),
  new ToolMessage({ content: 'rows', tool_call_id: 'read' })
];

const nobody = new Set<string>();

describe('the nudge for models that stall', () => {
  it('names the items that are open', () => {
    const text = nudge(
      [
        go,
        ...plan(
          ['Load', 'completed'],
          ['Plot', 'in_progress'],
          ['Explain', 'pending']
        ),
        ...read
      ],
      nobody
    );
    expect(text).toContain('Open items: Plot; Explain.');
  });

  it('asks for the final answer when all items are done', () => {
    const text = nudge([go, ...plan(['Load', 'completed']), ...read], nobody);
    expect(text).toContain('final_answer now');
  });

  it('goes by the last plan', () => {
    const text = nudge(
      [
        go,
        ...plan(['Load', 'pending']),
        ...plan(['Load', 'completed'], ['Fit', 'pending'])
      ],
      nobody
    );
    expect(text).toContain('Open items: Fit.');
  });

  it('says nothing after a step that a person reviewed', () => {
    expect(nudge([go, ...read], new Set(['read']))).toBeNull();
  });

  it('says nothing when the person spoke last', () => {
    expect(nudge([go, ...read, new HumanMessage('stop')], nobody)).toBeNull();
    expect(nudge([go], nobody)).toBeNull();
  });

  it.each([
    ['auto', true, true],
    ['auto', false, false],
    ['on', false, true],
    ['off', true, false]
  ] as const)(
    'is, set to %s for stalls=%s, used: %s',
    (setting, stalls, used) => {
      expect(isNudged(setting, stalls)).toBe(used);
    }
  );
});

describe('the nudge as it is sent', () => {
  it('leaves the last word to a person who reviewed the step', async () => {
    const harness = await startRun({
      settings: { context: { continuation: 'on' } },
      script: [calling('jupyter_cell', { code: '1' }), { text: 'Done.' }]
    });
    await harness.approveAll();
    expect(harness.model.requests[1].at(-1)?.text).not.toContain('Go on');
  });
});
