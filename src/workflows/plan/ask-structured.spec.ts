import { z } from 'zod';
import { askStructured, jsonInText } from './ask-structured';
import {
  type AnswerShape,
  type IPlanAnswer,
  type IPlanMessage,
  type IPlanModel,
  type RequestMessages
} from './host-model';

const schema = z.object({ route: z.enum(['a', 'b']) });

/** A model that gives these answers, and records what it was asked. */
class FakePlanModel implements IPlanModel {
  readonly asked: { messages: IPlanMessage[]; shape: AnswerShape }[] = [];

  constructor(
    readonly has: IPlanModel['has'],
    private readonly _answers: IPlanAnswer[]
  ) {}

  async ask(messages: RequestMessages, shape: AnswerShape) {
    this.asked.push({ messages: [...messages()], shape });
    return this._answers.shift() ?? { text: '' };
  }
}

const CALLS = { calls: true, json: false };
const BOTH = { calls: true, json: true };
const NONE = { calls: false, json: false };
const A = { call: { route: 'a' }, text: '' };
const REFUSED = { text: '', refused: true as const };

/** What comes of an answer, and the requests that were made for it. */
async function asked(
  has: Awaited<ReturnType<IPlanModel['has']>>,
  answers: IPlanAnswer[]
) {
  const model = new FakePlanModel(async () => has, answers);
  const value = await askStructured(model, {
    name: 'route',
    schema,
    messages: () => [{ role: 'user', text: 'Which?' }]
  });
  return { value, requests: model.asked };
}

describe('a structured request', () => {
  it('that is asked again after values were withheld does not bring the answer before', async () => {
    const model = new FakePlanModel(async () => CALLS, [{ text: '344' }, A]);
    await askStructured(model, {
      name: 'route',
      schema,
      messages: () => [{ role: 'user', text: `Asked ${model.asked.length}` }]
    });
    expect(model.asked.map(({ messages }) => messages)).toEqual([
      [{ role: 'user', text: 'Asked 0' }],
      [{ role: 'user', text: 'Asked 1' }]
    ]);
  });

  it('sends the bounds of its schema, and none that Zod adds', async () => {
    const model = new FakePlanModel(async () => CALLS, []);
    const bounded = z.object({ at: z.number().int(), of: z.int().min(1) });
    await askStructured(model, {
      name: 'x',
      schema: bounded,
      messages: () => []
    });
    expect(model.asked[0].shape).toMatchObject({
      schema: { properties: { at: { type: 'integer' }, of: { minimum: 1 } } }
    });
    expect(JSON.stringify(model.asked[0].shape)).not.toContain('9007');
  });

  it.each<
    [string, { calls: boolean; json: boolean }, IPlanAnswer[], unknown, string]
  >([
    ['is a call', BOTH, [A], 'a', 'call'],
    [
      'is JSON where there are no calls',
      { calls: false, json: true },
      [{ text: '{"route": "a"}' }],
      'a',
      'json'
    ],
    [
      'is text where there is neither',
      NONE,
      [{ text: 'Let me think {of it}.\n```json\n{"route": "a"}\n```' }],
      'a',
      'text'
    ],
    [
      'takes JSON out of words where a call was asked for',
      CALLS,
      [{ text: '{"route": "a"}' }],
      'a',
      'call'
    ],
    [
      'takes the arguments of a call that was written as text',
      CALLS,
      [{ text: '{"name": "route", "arguments": {"route": "a"}}' }],
      'a',
      'call'
    ],
    [
      'is asked in another way where the server refuses the one',
      BOTH,
      [REFUSED, REFUSED, { text: 'no' }, { text: '{"route": "a"}' }],
      'a',
      'call json text text'
    ],
    [
      'is repaired once',
      BOTH,
      [{ call: { route: 'c' }, text: '' }, A],
      'a',
      'call call'
    ],
    [
      'is given up after that',
      NONE,
      [{ text: 'No.' }, { text: '{"route": ' }, { text: '{"route": "a"}' }],
      undefined,
      'text text'
    ]
  ])('%s', async (_, has, answers, route, shapes) => {
    const { value, requests } = await asked(has, answers);
    expect(value?.route).toBe(route);
    expect(requests.map(({ shape }) => shape.as).join(' ')).toBe(shapes);
  });

  it('is asked for again, shorter, where it was cut off, though it can be read', async () => {
    const { value, requests } = await asked(CALLS, [
      { ...A, isCut: true },
      { call: { route: 'b' }, text: '' }
    ]);
    expect(value).toEqual({ route: 'b' });
    expect(requests[1].messages.at(-1)?.text).toContain('Make it shorter.');
  });

  it('tells what is wrong, and nothing of a refusal by the server', async () => {
    const { requests } = await asked(BOTH, [
      REFUSED,
      { text: '{"route": "c"}' },
      { text: '{"route": "a"}' }
    ]);
    const [, first, again] = requests.map(({ messages }) => messages);
    expect(first.map(({ role }) => role)).toEqual(['user', 'user']);
    expect(again.at(-1)?.text).toContain('route');
  });

  it('does not hide that a request failed', async () => {
    const model = new FakePlanModel(async () => BOTH, []);
    model.ask = () => Promise.reject(new Error('401'));
    await expect(
      askStructured(model, { name: 'route', schema, messages: () => [] })
    ).rejects.toThrow('401');
  });
});

describe('JSON in a text', () => {
  it.each([
    ['none', 'Nothing {here}', []],
    ['one in a fence', '```json\n{"a": "}"}\n```', [{ a: '}' }]],
    [
      'the last first',
      '{"a": 1} or {"b": {"c": "\\""}}',
      [{ b: { c: '"' } }, { a: 1 }]
    ],
    ['behind a bracket that is none', 'f(x) { {"a": 1}', [{ a: 1 }]],
    ['cut off', '{"a": {"b": 1}', [{ b: 1 }]],
    ['behind many words', `{ no } ${'x'.repeat(1000)} {"a": 1}`, [{ a: 1 }]],
    ['of brackets alone, without end', '{'.repeat(2_000_000), []],
    ['that never closes, without end', '{"a":'.repeat(300_000), []]
  ])('%s', (_, text, found) => {
    expect(jsonInText(text)).toEqual(found);
  });
});
