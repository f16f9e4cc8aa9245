import {
  AIMessage,
  HumanMessage,
  ToolMessage,
  type BaseMessage
} from '@langchain/core/messages';
import * as langchain from 'langchain';
import { DEFAULT_SETTINGS, ENGLISH, type IAgentSettings } from '../../contract';
import { callModel } from '../stories/call-model';
import { nudgeMiddleware, isNudged, nudge } from './nudge';
import { Harness } from '../stories/harness';

const STEP = [
  new HumanMessage('go'),
  new AIMessage({
    content: '',
    tool_calls: [{ id: 'read', name: 'read_file', args: {} }]
  }),
  new ToolMessage({ content: 'rows', tool_call_id: 'read' })
];

/** What is sent after a step, and what the debug view notes about it. */
async function sentAfter(
  setting: IAgentSettings['context']['continuation'],
  reviewed: string[] = []
): Promise<{ added: string[]; noted: string[] }> {
  const noted: string[] = [];
  const context = { ...DEFAULT_SETTINGS.context, continuation: setting };
  const middleware = nudgeMiddleware.create(langchain, {
    settings: () => ({ ...DEFAULT_SETTINGS, context }),
    notebook: 'a.ipynb',
    stalls: false,
    reviewed: new Set(reviewed),
    trans: ENGLISH,
    note: title => noted.push(title)
  });
  const { sent } = await callModel(middleware as object, { messages: STEP });
  expect(sent[0].messages.slice(0, STEP.length)).toEqual(STEP);
  return {
    added: sent[0].messages.slice(STEP.length).map(({ text }) => text),
    noted
  };
}

describe('the next step of a model that stalls', () => {
  it('is named behind what is sent, and noted', async () => {
    const { added, noted } = await sentAfter('on');
    expect(added).toEqual([
      expect.stringContaining('Go on with the next call')
    ]);
    expect(noted).toEqual(['Named the next step']);
  });

  it.each([
    ['it is switched off', 'off', []],
    ['the model is none that stalls', 'auto', []],
    ['a person has decided on the step', 'on', ['read']]
  ] as const)('is not named where %s', async (_, setting, reviewed) => {
    expect(await sentAfter(setting, [...reviewed])).toEqual({
      added: [],
      noted: []
    });
  });
});

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
  const step = { calls: [{ name: 'list_files', args: {} }] };

  async function lastWords(
    continuation: 'auto' | 'on' | 'off'
  ): Promise<string> {
    const harness = new Harness({
      settings: { context: { continuation } },
      script: [step, { text: 'Done.' }]
    });
    await harness.say();
    const stored = await harness.messages();
    expect(JSON.stringify(stored)).not.toContain('Go on with the next call');
    return harness.model.requests[1].at(-1)?.text ?? '';
  }

  it('stands behind the answers, and is never stored', async () => {
    expect(await lastWords('on')).toContain('Go on with the next call');
  });

  it('is not sent to a model that does not stall', async () => {
    expect(await lastWords('auto')).not.toContain('Go on');
    expect(await lastWords('off')).not.toContain('Go on');
  });

  it('leaves the last word to a person who reviewed the step', async () => {
    const harness = new Harness({
      settings: { context: { continuation: 'on' } },
      script: [
        { calls: [{ name: 'jupyter_cell', args: { code: '1' } }] },
        { text: 'Done.' }
      ]
    });
    await harness.say();
    await harness.approveAll();
    expect(harness.model.requests[1].at(-1)?.text).not.toContain('Go on');
  });
});
