import {
  ENGLISH,
  type EventBody,
  type IMcpQuestion,
  type McpAnswer
} from '../../contract';
import { CallQuestions } from './call-questions';
import { OpenCards } from './open-cards';

const FORM: IMcpQuestion = {
  server: 'tickets',
  host: 'tickets.test',
  message: 'Which one?',
  mode: 'form',
  schema: { type: 'object', properties: { id: { type: 'string' } } }
};

function asking() {
  const events: EventBody[] = [];
  const open = new OpenCards();
  const log = {
    open,
    tell: (body: EventBody) => {
      events.push(body);
      open.note({ ...body, threadId: 't', time: 0 });
    },
    settled: async () => undefined
  };
  const questions = new CallQuestions({ log, trans: ENGLISH });
  const ask = (
    signal: AbortSignal,
    question = FORM,
    key?: string
  ): Promise<McpAnswer> =>
    questions.ask(question, { callId: 'c', tool: 't', signal, key });
  return { questions, events, ask, log };
}

const shown = (events: readonly EventBody[]): number =>
  events.filter(({ type }) => type === 'interrupt-opened').length;

beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());

describe('what a server asks within a call', () => {
  it('fills neither the page nor the log, however much it asks at once', async () => {
    const { log, events, ask } = asking();
    const end = new AbortController();
    const all = Array.from({ length: 5_000 }, () => ask(end.signal));
    expect(log.open.questions.size).toBeLessThan(50);
    expect(shown(events)).toBeLessThan(50);
    end.abort();
    await Promise.all(all);
  });

  it.each([undefined, '0-key'])(
    'does not fill the log where it takes each question back by itself (%s)',
    async key => {
      const { events, ask } = asking();
      for (let at = 0; at < 500; at++) {
        await ask(AbortSignal.abort(), FORM, key);
      }
      expect(shown(events)).toBeLessThan(50);
      expect(await ask(AbortSignal.abort(), FORM, key)).toEqual({
        action: 'decline'
      });
    }
  );

  it('is declined where it is longer than a person reads', async () => {
    const { events, ask } = asking();
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        `field${at}`,
        { type: 'string' }
      ])
    );
    const question = { ...FORM, schema: { type: 'object', properties } };
    expect(await ask(AbortSignal.abort(), question)).toEqual({
      action: 'decline'
    });
    expect(events).toEqual([]);
  });

  it('is shown as before where it asks a few times', async () => {
    const { questions, log, events, ask } = asking();
    const asked = ask(new AbortController().signal);
    const [interruptId] = log.open.questions.keys();
    const answer = { values: { id: '7' } };
    log.tell({ type: 'interrupt-closed', interruptId, answer, by: 'person' });
    questions.closed(interruptId);
    expect(await asked).toEqual({ action: 'accept', values: { id: '7' } });
    expect(shown(events)).toBe(1);
  });
});
