import { readCorpus } from '../../testing/corpus/read-corpus';
import { isQuoted } from './check-answer';
import { textCalls } from './text-calls';

const CODE = { code: 'x = 1' };
const read = (...parts: unknown[]) => textCalls(parts);
const json = JSON.stringify;

describe('an answer that is a call, written as text', () => {
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
    const call = { calls: [{ name: 'run', args: CODE }], text: '' };
    expect(read(json(value))).toMatchObject(call);
    expect(read(json(value, null, 2))).toMatchObject(call);
    expect(read('```json\n' + json(value) + '\n```')).toMatchObject(call);
    expect(read('```\n' + json(value, null, 2) + '\n```\n')).toMatchObject(
      call
    );
    expect(read('```tool_call\n' + json(value) + '\n```')).toMatchObject(call);
    expect(read(`<tool_call>\n${json(value)}\n</tool_call>`)).toMatchObject(
      call
    );
    // A server stopped at the closing tag.
    expect(read(`<tool_call>\n${json(value)}`)).toMatchObject(call);
    // The content is a list of parts, the call as text or as an object.
    expect(read('', json(value))).toMatchObject(call);
    expect(read('', value)).toMatchObject(call);
    expect(read('I set x.', json(value))).toMatchObject({
      ...call,
      text: 'I set x.'
    });
  });

  it('may begin with a short lead-in, also amid a line', () => {
    for (const code of ['x = 1', '"""\n```\n{}\n```\n"""']) {
      const call = json({ name: 'run', args: { code } }, null, 2);
      for (const gap of ['', '\n', '\n\n']) {
        expect(read(`I set x.${gap}\`\`\`json\n${call}\n\`\`\``)).toMatchObject(
          {
            calls: [{ name: 'run', args: { code } }],
            text: 'I set x.'
          }
        );
      }
    }
  });

  it('may be a list, in order', () => {
    expect(
      read(json([1, 2].map(n => ({ name: 'run', args: { code: `${n}` } }))))
        ?.calls
    ).toEqual([
      { name: 'run', args: { code: '1' } },
      { name: 'run', args: { code: '2' } }
    ]);
  });
});

interface IAnswer {
  name: string;
  answer: string;
  /** What the model has read before. */
  read?: string[];
  /** Whether the text should become a call. */
  call: boolean;
}

it.each(readCorpus<IAnswer>('text-calls').map(each => [each.name, each]))(
  'an answer of the corpus %s',
  (_, { answer, read: texts = [], call }) => {
    const found = textCalls([answer]);
    expect(found !== null && !isQuoted(found.calls, found.written, texts)).toBe(
      call
    );
  }
);
