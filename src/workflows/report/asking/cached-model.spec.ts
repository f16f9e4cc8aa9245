import type { IPlanAnswer, IPlanMessage } from '../../plan/plan-ports';
import { cachedModel, type ICachedAnswer } from './cached-model';

const messages = (text: string): IPlanMessage[] => [{ role: 'user', text }];
const TEXT = { as: 'text' } as const;

/** A model that counts the requests that reach it. */
function counting(known: Record<string, ICachedAnswer> = {}) {
  const asked: string[] = [];
  const answers: IPlanAnswer[] = [];
  const cached = cachedModel(
    {
      has: async () => ({ calls: true, json: true }),
      ask: async ([{ text }]) => {
        asked.push(text);
        return answers.shift() ?? { text: `answer ${asked.length}` };
      }
    },
    known
  );
  return { ...cached, asked, answers };
}

describe('what a model answered in a report', () => {
  it('is used again for the same request, and for no other', async () => {
    const { model, asked } = counting();
    const ask = (text: string, temperature?: number) =>
      model.ask(messages(text), TEXT, { short: false, temperature });
    expect(await ask('a', 0.5)).toEqual({ text: 'answer 1' });
    expect(await ask('a', 0.5)).toEqual({ text: 'answer 1' });
    expect(await ask('a', 0)).toEqual({ text: 'answer 2' });
    expect(await ask('b', 0.5)).toEqual({ text: 'answer 3' });
    expect(
      await model.ask(
        messages('a'),
        { as: 'json', schema: {} },
        { short: false, temperature: 0.5 }
      )
    ).toEqual({ text: 'answer 4' });
    expect(asked).toEqual(['a', 'a', 'b', 'a']);
  });

  it('is used by a later node as well, and is streamed as it was', async () => {
    const first = counting();
    first.answers.push({ call: { title: 'Mass' }, text: 'Written.' });
    await first.model.ask(messages('a'), TEXT, { short: false });
    const later = counting(first.fresh);
    const described: string[] = [];
    expect(
      await later.model.ask(messages('a'), TEXT, {
        short: false,
        onText: delta => described.push(delta)
      })
    ).toEqual({ call: { title: 'Mass' }, text: 'Written.' });
    expect(described).toEqual(['Written.']);
    expect([later.asked, later.fresh]).toEqual([[], {}]);
  });

  it('is nothing where its server refused the request, which is told and not kept', async () => {
    const { model, answers, asked, fresh } = counting();
    answers.push({ text: '', refused: true });
    const ask = () => model.ask(messages('a'), TEXT, { short: false });
    expect(await ask()).toEqual({ text: '', refused: true });
    expect(fresh).toEqual({});
    expect(await ask()).toEqual({ text: 'answer 2' });
    expect(asked).toHaveLength(2);
  });
});
