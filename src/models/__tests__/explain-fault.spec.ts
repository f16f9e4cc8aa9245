import type { ModelFaultCode } from '../../contract';
import { ENGLISH, ModelFault } from '../../contract';
import { explainFault } from '../explain-fault';

const CODES: [ModelFaultCode, chooseModel: boolean][] = [
  ['wrong-key', true],
  ['unknown-model', true],
  ['unreachable', true],
  ['mixed-content', true],
  ['rate-limit', false],
  ['server-error', false],
  ['context-too-long', true],
  ['cut-stream', false],
  ['not-json', true],
  ['empty-answer', false],
  ['refused', true],
  ['other', true]
];

describe('explainFault', () => {
  it.each(CODES)(
    'says in at most three sentences what "%s" is (choose another: %s)',
    (code, chooseModel) => {
      const error = explainFault(
        new ModelFault(code, 'Something went wrong here.', {
          host: 'gpu.example.org:8000',
          model: 'qwen3'
        }),
        ENGLISH
      );
      expect(error.code).toBe(code);
      expect(error.retryable).toBe(true);
      expect(Boolean(error.chooseModel)).toBe(chooseModel);
      expect(error.title).toMatch(/\.$/);
      expect(error.text.split(/[.!?]”? (?=[A-Z])/).length).toBeLessThan(4);
      expect(error.text).toMatch(/[.”]$/);
      expect(error.text + error.title).not.toMatch(/undefined|%\d|!/);
    }
  );

  it('names the server that was asked', () => {
    const unreachable = new ModelFault('unreachable', '', {
      host: 'localhost:8000'
    });
    expect(explainFault(unreachable, ENGLISH).text).toContain('localhost:8000');
  });

  it('says how to let a page in, for a server that can’t be reached', () => {
    const { text } = explainFault(new ModelFault('unreachable', ''), ENGLISH);
    for (const word of [
      'CORS',
      '--allowed-origins',
      'LM Studio',
      'OLLAMA_ORIGINS',
      'llama.cpp',
      'jupyter-server-proxy'
    ]) {
      expect(text).toContain(word);
    }
  });

  it('says how long to wait, where the server told', () => {
    const after = (retryAfter: number): string =>
      explainFault(new ModelFault('rate-limit', '', { retryAfter }), ENGLISH)
        .text;
    expect(after(100)).toContain('1 second.');
    expect(after(20_000)).toContain('20 seconds');
    expect(after(300_000)).toContain('5 minutes');
  });

  it('repeats the server’s words where they tell what to do', () => {
    const refused = new ModelFault('refused', 'You exceeded your quota');
    expect(explainFault(refused, ENGLISH).text).toContain(
      'You exceeded your quota'
    );
  });

  it('points to the base URL for a path that does not exist', () => {
    const missing = new ModelFault('other', 'Not Found', { status: 404 });
    expect(explainFault(missing, ENGLISH)).toMatchObject({
      retryable: true,
      chooseModel: true,
      text: expect.stringContaining('base URL')
    });
  });

  it('explains what is no fault of ours too', () => {
    expect(explainFault(new Error('Boom'), ENGLISH)).toMatchObject({
      code: 'other',
      text: expect.stringContaining('Boom')
    });
  });
});
