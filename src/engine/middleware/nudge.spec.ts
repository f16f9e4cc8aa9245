import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import * as langchain from 'langchain';

import { DEFAULT_SETTINGS, ENGLISH, type IAgentSettings } from '../../contract';
import { callModel } from '../stories/call-model';
import { nudgeMiddleware } from './nudge';

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
