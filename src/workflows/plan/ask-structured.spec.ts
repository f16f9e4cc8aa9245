import { z } from 'zod';
import { askStructured, jsonInText } from './ask-structured';
import {
  type AnswerShape,
  type IPlanAnswer,
  type IPlanMessage,
  type IPlanModel
} from './host-model';

const schema = z.object({ route: z.enum(['a', 'b']) });

/** A model that gives these answers, and records what it was asked. */
class FakePlanModel implements IPlanModel {
  readonly asked: { messages: IPlanMessage[]; shape: AnswerShape }[] = [];

  constructor(
    readonly has: IPlanModel['has'],
    private readonly _answers: IPlanAnswer[]
  ) {}

  async ask(messages: readonly IPlanMessage[], shape: AnswerShape) {
    this.asked.push({ messages: [...messages], shape });
    return this._answers.shift() ?? { text: '' };
  }
}

const ask = (model: IPlanModel) =>
  askStructured(model, {
    name: 'route',
    schema,
    messages: [{ role: 'user', text: 'Which?' }]
  });

describe('a structured request', () => {
  it.each([
    [{ calls: true, json: true }, 'call'],
    [{ calls: false, json: true }, 'json'],
    [{ calls: false, json: false }, 'text']
  ])('to a model that has %j is a %s', async (has, as) => {
    const model = new FakePlanModel(
      async () => has,
      [
        has.calls
          ? { call: { route: 'a' }, text: '' }
          : { text: 'Let me think {of it}.\n```json\n{"route": "a"}\n```' }
      ]
    );
    expect(await ask(model)).toEqual({ route: 'a' });
    expect(model.asked.map(({ shape }) => shape.as)).toEqual([as]);
  });

  it('is asked for again, shorter, where it was cut off, though it can be read', async () => {
    const model = new FakePlanModel(
      async () => ({ calls: true, json: false }),
      [
        { call: { route: 'a' }, text: '', isCut: true },
        { call: { route: 'b' }, text: '' }
      ]
    );
    expect(await ask(model)).toEqual({ route: 'b' });
    expect(model.asked[1].messages.at(-1)?.text).toContain('Make it shorter.');
  });

  it('takes JSON out of words where a call was asked for', async () => {
    const model = new FakePlanModel(
      async () => ({ calls: true, json: false }),
      [{ text: '{"route": "a"}' }]
    );
    expect(await ask(model)).toEqual({ route: 'a' });
  });

  it('takes the arguments of a call that was written as text', async () => {
    const model = new FakePlanModel(
      async () => ({ calls: true, json: false }),
      [{ text: '{"name": "route", "arguments": {"route": "a"}}' }]
    );
    expect(await ask(model)).toEqual({ route: 'a' });
  });

  it('is asked in another way where the server refuses the one', async () => {
    const model = new FakePlanModel(
      async () => ({ calls: true, json: true }),
      [
        { text: '', refused: true },
        { text: '', refused: true },
        { text: 'no' },
        { text: '{"route": "a"}' }
      ]
    );
    expect(await ask(model)).toEqual({ route: 'a' });
    expect(model.asked.map(({ shape }) => shape.as)).toEqual([
      'call',
      'json',
      'text',
      'text'
    ]);
    // The refusal by the server is not sent to it.
    expect(model.asked[2].messages.map(({ role }) => role)).toEqual([
      'user',
      'user'
    ]);
  });

  it('is repaired once, with what is wrong', async () => {
    const model = new FakePlanModel(
      async () => ({ calls: true, json: true }),
      [
        { call: { route: 'c' }, text: '' },
        { call: { route: 'a' }, text: '' }
      ]
    );
    expect(await ask(model)).toEqual({ route: 'a' });
    expect(model.asked[1].messages.at(-1)?.text).toContain('route');
  });

  it('is given up after that', async () => {
    const model = new FakePlanModel(
      async () => ({ calls: false, json: false }),
      [{ text: 'No.' }, { text: '{"route": ' }, { text: '{"route": "a"}' }]
    );
    expect(await ask(model)).toBeNull();
    expect(model.asked).toHaveLength(2);
  });

  it('does not hide that a request failed', async () => {
    const model = new FakePlanModel(
      async () => ({ calls: true, json: true }),
      []
    );
    model.ask = () => Promise.reject(new Error('401'));
    await expect(ask(model)).rejects.toThrow('401');
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
    ['cut off', '{"a": {"b": 1}', [{ b: 1 }]]
  ])('%s', (_, text, found) => {
    expect(jsonInText(text)).toEqual(found);
  });
});
