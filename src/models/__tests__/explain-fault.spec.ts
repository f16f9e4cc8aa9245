import type { ModelFaultCode } from '../../contract';
import { ENGLISH, ModelFault } from '../../contract';
import { explainFault } from '../explain-fault';

const CODES: [ModelFaultCode, retryable: boolean, chooseModel: boolean][] = [
  ['wrong-key', false, true],
  ['unknown-model', false, true],
  ['unreachable', true, true],
  ['mixed-content', false, true],
  ['rate-limit', true, false],
  ['server-error', true, false],
  ['context-too-long', false, true],
  ['cut-stream', true, false],
  ['not-json', true, true],
  ['empty-answer', true, false],
  ['refused', false, true],
  ['other', true, true]
];

describe('explainFault', () => {
  it.each(CODES)(
    'says in at most three sentences what "%s" is (retry: %s, choose: %s)',
    (code, retryable, chooseModel) => {
      const error = explainFault(
        new ModelFault(code, 'Something went wrong here.', {
          host: 'gpu.example.org:8000',
          model: 'qwen3'
        }),
        ENGLISH
      );
      expect(error.code).toBe(code);
      expect(error.retryable).toBe(retryable);
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
      retryable: false,
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
