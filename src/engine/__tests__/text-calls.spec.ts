import { textCalls } from '../text-calls';
import type { IWrittenCall } from '../text-calls';

const CODE = { code: 'x = 1' };

/** A world with one tool, `run`, that takes a `code`. */
const problemOf = ({ name, args }: IWrittenCall): string | null =>
  name !== 'run'
    ? `no tool ${name}`
    : typeof args.code === 'string'
      ? null
      : 'code is missing';

const read = (...parts: unknown[]) => textCalls(parts, problemOf);
const json = JSON.stringify;

describe('a call that a model wrote into its text', () => {
  it.each([
    ['arguments', { name: 'run', arguments: CODE }],
    ['args', { name: 'run', args: CODE }],
    ['parameters', { name: 'run', parameters: CODE }],
    ['input', { name: 'run', input: CODE }],
    ['arguments as a string', { name: 'run', arguments: json(CODE) }],
    ['tool and args', { tool: 'run', args: CODE }],
    ['OpenAI’s form', { function: { name: 'run', arguments: json(CODE) } }],
    [
      'OpenAI’s form with an id',
      {
        id: 'call_0',
        type: 'function',
        function: { name: 'run', arguments: json(CODE) }
      }
    ],
    ['a list', [{ name: 'run', arguments: CODE }]],
    ['tool_calls', { tool_calls: [{ name: 'run', arguments: CODE }] }],
    ['Gemini’s form', { functionCall: { name: 'run', args: CODE } }]
  ])('is read: %s', (_, value) => {
    const call = { name: 'run', args: CODE };
    const nothingElse = { calls: [call], text: '', problem: null };
    expect(read(json(value))).toEqual(nothingElse);
    expect(read(json(value, null, 2))).toEqual(nothingElse);
    expect(read('```json\n' + json(value) + '\n```')).toEqual(nothingElse);
    expect(read('```\n' + json(value, null, 2) + '\n```\n')).toEqual(
      nothingElse
    );
    expect(read('```tool_call\n' + json(value) + '\n```')).toEqual(nothingElse);
    expect(read(`<tool_call>\n${json(value)}\n</tool_call>`)).toEqual(
      nothingElse
    );
    // A list of content parts, the call as text or as an object.
    expect(read('', json(value))).toEqual(nothingElse);
    expect(read('', value)).toEqual(nothingElse);
  });

  it('leaves the text around a block as it is', () => {
    const block = '```json\n' + json({ name: 'run', args: CODE }) + '\n```';
    expect(read(`I set x.\n\n${block}\n\nThen we go on.`)).toMatchObject({
      calls: [{ name: 'run' }],
      text: 'I set x.\n\n\n\nThen we go on.'
    });
  });

  it.each([
    ['at the end of a line', 'I set x.', ''],
    ['with text behind it', '', 'Then we go on.'],
    ['amid a line', 'I set x.', 'Then we go on.']
  ])('may stand in a block %s', (_, before, after) => {
    for (const code of ['x = 1', '"""\n```\n{}\n```\n"""']) {
      const call = json({ name: 'run', args: { code } }, null, 2);
      expect(read(before + '```json\n' + call + '\n```' + after)).toEqual({
        calls: [{ name: 'run', args: { code } }],
        text: before + after,
        problem: null
      });
    }
  });

  it('may come more than once, in order', () => {
    const call = (code: string) =>
      `<tool_call>${json({ name: 'run', args: { code } })}</tool_call>`;
    expect(
      read(`${call('a')}\n${call('b')}`).calls.map(({ args }) => args.code)
    ).toEqual(['a', 'b']);
    expect(
      read(json([1, 2].map(n => ({ name: 'run', args: { code: `${n}` } }))))
        .calls
    ).toHaveLength(2);
  });

  it('may lack its closing tag at the very end', () => {
    expect(
      read(`Now.\n<tool_call>\n${json({ name: 'run', args: CODE })}`)
    ).toMatchObject({ calls: [{ name: 'run' }], text: 'Now.' });
  });
});

describe('text that is no call', () => {
  it.each([
    ['prose', 'All done.'],
    ['JSON in a sentence', `Send ${json({ name: 'run', args: CODE })} to it.`],
    [
      'JSON in the middle of a line of code',
      '`{"name": "run", "args": {"code": "x"}}` is how it looks.'
    ],
    ['data', json({ name: 'Ada', age: 36 })],
    [
      'a list with something else in it',
      json([{ name: 'run', args: CODE }, 1])
    ],
    [
      'a block of another language',
      '```python\n{"name": "run", "args": {"code": "x"}}\n```'
    ],
    [
      'a block with more than the call in it',
      '```json\n// like this\n{"name": "run", "args": {"code": "x"}}\n```'
    ],
    [
      'an example with a tool there is not, in prose',
      'For example:\n```json\n{"name": "fly", "args": {}}\n```'
    ],
    [
      'an example whose arguments do not fit, in prose',
      'For example:\n```json\n{"name": "run", "args": {}}\n```'
    ],
    [
      'a block that no language is named for, at the end of a line',
      'x = 1```\n{"name": "run", "args": {"code": "x"}}\n```'
    ],
    ['broken JSON', '{"name": "run", "args": {"code": "x"'],
    ['a name alone', json({ name: 'run' })]
  ])('stays text: %s', (_, text) => {
    expect(read(text)).toEqual({ calls: [], text: text.trim(), problem: null });
  });
});

describe('an answer that is nothing but a call, and one that cannot be made', () => {
  it.each([
    [json({ name: 'fly', args: {} }), 'no tool fly'],
    [
      '```json\n' + json({ tool: 'run', args: {} }) + '\n```',
      'code is missing'
    ],
    [
      `<tool_call>${json({ name: 'run', arguments: { x: 1 } })}</tool_call>`,
      'code is missing'
    ]
  ])('is told what is wrong: %s', (text, problem) => {
    expect(read(text)).toEqual({ calls: [], text: '', problem });
  });
});
